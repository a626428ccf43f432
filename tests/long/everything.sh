#!/bin/bash
# What takes an hour of one core: every kind of question EACH times, and many times the rounds that the rule engine
# judges in `make test`. A server with tables is killed 134 times.
set -xeuo pipefail
test=(.venv/bin/python -m pytest -q)
many=("${test[@]}" --numprocesses auto)
export LONG=1

EACH=${EACH:-100000} ROUNDS=10000 POOLS=20 "${many[@]}" tests/lessons/test_exercises.py tests/analysis/test_playouts.py tests/widgets/test_any_widget.py tests/widgets/test_table_hidden_cards.py tests/widgets/test_play_tongits_remembers.py "$@"
KILLS=134 HANDS=3400 STORIES=300 ROUNDS=200 "${test[@]}" tests/tables/test_damaged_logs.py tests/tables/test_server_killed.py tests/tables/test_store.py tests/tables/test_hidden.py "$@"
WRONG=200 "${many[@]}" tests/lessons/test_so_far.py "$@"
ROUNDS=10000 "${test[@]}" tests/phrasing "$@"
"${test[@]}" tests/browser/test_{every_page,lab,lessons,plain_voila,teacher_page,tongits_match_page,walk}.py "$@"
"${many[@]}" -p tests.quick --dist loadfile --nbval-lax --nbval-current-env --nbval-cell-timeout 120 notebooks/de notebooks/nl "$@"
POSITIONS=100000 DEALS=300 STRONG=432 "${many[@]}" tests/bots tests/analysis/test_strong.py tests/analysis/test_counted.py "$@"
"${test[@]}" tests/long/kernel_anew.py tests/install/laboratory.py "$@"
"${test[@]}" tests/engines/test_lesson_and_table.py tests/engines/journeys.py "$@"
make --no-print-directory site
"${test[@]}" tests/site/in_browser.py "$@"
SITE=1 "${test[@]}" tests/browser/test_progress_is_kept.py tests/browser/test_lessons.py tests/browser/test_t{ichu_race,ongits_match}_page.py "$@"
SITE=1 "${test[@]}" tests/engines/test_lesson_and_table.py tests/engines/journeys.py "$@"
