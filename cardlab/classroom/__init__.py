"""The class: learners, the teacher's page, the class board, progress that is handed in.

- `roster`: who may join, who is in, the current invitation; the join page; `handed_in`: how progress is handed in;
- `board_questions`: questions for the board, exercises of the lessons and typed ones;
- `class_board`: the board as a value; `stage`: what of it the room and a learner see; `class_results`: the results;
- `live_class`: the class as a whole, and what all its pages share; `class_file`: how it outlives a killed process;
- `pupil`: the learner's one page, which changes with them;
- `teacher_scene`: the teacher's screen; `teacher`: its page, the routes, what the terminal says.

A class is in the memory of one server, and on no disk unless `--store` names a file.
Knows the pages of the course, lessons and how widgets draw a task, but nothing of tables or rules of a game.
"""
