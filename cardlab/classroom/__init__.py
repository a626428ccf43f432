"""The class: learners, the teacher's page, the class board, progress that is handed in.

- `roster`: who may join, who is present, the current invitation; the join page;
- `board_questions`: questions for the board, exercises of the lessons and typed ones;
- `class_board`: questions, answers and results on the class board;
- `pupil`: the learner's one page, which changes with them;
- `handed_in`: the progress of learners, and the table of all answers;
- `stage`, `teacher_scene`: what the room sees; the teacher's screen; `teacher`: its page, what the terminal says;
- `live_class`: the class as a whole, and what its teacher does with it.

Everything is kept in the memory of one server: no answer, name or progress is written to a disk.
Knows the pages of the course, lessons and how widgets draw a task, but nothing of tables or rules of a game.
"""
