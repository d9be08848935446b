import { ANSWER_EVENING, ANSWER_NIGHT, eveningBefore, isNight } from '../../../kernel/night.ts'

/** What can be asked about: what one might buy, and whether the validity of a contract can be extended. */
export const ASKED_KINDS = ['coach', 'course', 'advert', 'validity'] as const
export type AskedKind = (typeof ASKED_KINDS)[number]
/** What a question is about. The end of lessons is asked for where a coach left (退课). */
export const QUESTION_KINDS = [...ASKED_KINDS, 'leave'] as const
export type QuestionKind = (typeof QUESTION_KINDS)[number]

/** CALLED: a guest was answered by phone. CLOSED: nobody answered for long. */
export const QUESTION_STATES = ['OPEN', 'ANSWERED', 'CALLED', 'CLOSED'] as const
export type QuestionState = (typeof QUESTION_STATES)[number]

export const QUESTION_LENGTHS = { text: 200, answer: 300 } as const

/** How many questions a day are taken: of a person, of a number, and from an address, which many people share. */
export const QUESTIONS_A_DAY = { person: 5, phone: 3, address: 20 } as const

const HOUR_MS = 3_600_000
const DUE_MS = 24 * HOUR_MS
const OVERDUE_MS = 12 * HOUR_MS
const CLOSED_MS = 14 * 24 * HOUR_MS

const byDay = (at: Date) => (isNight(at, ANSWER_NIGHT) ? eveningBefore(at, ANSWER_NIGHT, ANSWER_EVENING) : at)

/**
 * When the answer to a question of `now` is due and who answers is reminded, when it becomes the club's task, and when
 * it is closed without an answer.
 */
export function questionTimes(now: Date): { dueAt: Date; clubAt: Date; closesAt: Date } {
  const dueAt = byDay(new Date(now.getTime() + DUE_MS))
  return {
    dueAt,
    clubAt: byDay(new Date(dueAt.getTime() + OVERDUE_MS)),
    closesAt: new Date(now.getTime() + CLOSED_MS),
  }
}

type Question = { state: QuestionState; isOfGuest: boolean }

/** Why a question cannot be answered like this; undefined if it can. A guest is called, an account reads the words. */
export function answerFault({ state, isOfGuest }: Question, answer: { text: string } | 'called') {
  if (state === 'CLOSED') return 'question_closed' as const
  if (state !== 'OPEN') return 'question_answered' as const
  if (isOfGuest !== (answer === 'called'))
    return isOfGuest ? ('question_of_guest' as const) : ('question_needs_words' as const)
  if (answer !== 'called' && answer.text.trim() === '') return 'question_needs_words' as const
  return undefined
}
