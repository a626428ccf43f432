"""Small changes of the engines, tried against their tests: `make mutants`."""
