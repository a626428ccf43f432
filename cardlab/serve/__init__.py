"""How the course is served: the page frame, the front end, and Voilà around them."""
