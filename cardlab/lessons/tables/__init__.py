"""What lies on the table in an exercise: positions late in a round, endings, hands, and how they are told.

Used by the lessons of either game; asks the engines, holds no question.
"""
