import {
  ASKED_KINDS,
  QUESTION_KINDS,
  QUESTION_LENGTHS,
  QUESTION_STATES,
} from '@paidang/domain/areas/activities/questions/question'
import { MAX_TYPED_PHONE } from '@paidang/domain/kernel/phone'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { ById, freeText, Id, Instant, orNull, PageQuery, Person } from '../../shapes.ts'

/** A question before one buys, as its asker and who answers see it. `phone` is a guest's, for who answers alone. */
export const Question = Type.Object({
  id: Id,
  state: Type.Enum([...QUESTION_STATES]),
  kind: Type.Enum([...QUESTION_KINDS]),
  objectId: Id,
  about: Type.String(),
  company: Type.Object({ id: Id, name: Type.String() }),
  coach: orNull(Person),
  asker: orNull(Person),
  phone: orNull(Type.String()),
  text: Type.String(),
  answer: Type.String(),
  answeredBy: orNull(Type.String()),
  isLate: Type.Boolean(),
  mayAnswer: Type.Boolean(),
  dueAt: Instant,
  createTime: Instant,
  endedAt: orNull(Instant),
})
export type Question = Static<typeof Question>

export const askQuestion = {
  method: 'POST',
  path: '/questions/ask',
  access: 'open',
  summary: 'One question about a coach, a course or an advert, with an account or a phone number, or about a contract',
  description: [
    'It goes to the coach and to the admin of the company, who answer once. A repeat answers the open question.',
    'With an account the phone is not read. Limits count by person, number, address and day.',
  ],
  errors: [
    'advert_not_found',
    'coach_not_found',
    'coach_unavailable',
    'content_rejected',
    'contract_not_found',
    'course_not_found',
    'phone_invalid',
    'question_of_contract_expired',
    'question_open',
    'question_phone_missing',
    'question_text_missing',
    'question_to_oneself',
    'question_without_club',
    'questions_too_many',
  ],
  outcome: outcomes.askQuestion,
  limit: { requests: 60, minutes: 60 },
  body: Type.Object({
    kind: Type.Enum([...ASKED_KINDS]),
    objectId: Id,
    text: freeText(QUESTION_LENGTHS.text),
    phone: Type.Optional(freeText(MAX_TYPED_PHONE)),
  }),
  data: Type.Object({ id: orNull(Id), dueAt: Instant }),
} satisfies Endpoint

export const getQuestion = {
  method: 'GET',
  path: '/questions/one/:id',
  access: 'app',
  summary: 'One question, for its asker, its coach and the admin of the company',
  errors: ['question_not_found'],
  outcome: outcomes.readQuestion,
  params: ById,
  data: Question,
} satisfies Endpoint

const Answer = Type.Object({ answer: Type.Optional(freeText(QUESTION_LENGTHS.answer)) })
const ANSWER_ERRORS = [
  'content_rejected',
  'question_answered',
  'question_closed',
  'question_needs_words',
  'question_not_found',
  'question_of_guest',
] as const

export const answerQuestion = {
  method: 'POST',
  path: '/questions/answer/:id',
  access: 'app',
  summary: 'The coach or the admin answers, once',
  description: ['Without words it says that a guest was called. A repeat by the same person answers the same.'],
  errors: ANSWER_ERRORS,
  outcome: outcomes.answerQuestion,
  params: ById,
  body: Answer,
  data: Question,
} satisfies Endpoint

export const questionsOfCompany = {
  method: 'GET',
  path: '/company-questions',
  access: 'company',
  summary: "The company's questions: open ones, the first to be due first, or ended ones, the last first",
  outcome: outcomes.readQuestion,
  query: Type.Object({ ...PageQuery, state: Type.Optional(Type.Enum(['open', 'ended'])) }),
  data: Type.Array(Question),
  paged: true,
} satisfies Endpoint

export const answerCompanyQuestion = {
  method: 'POST',
  path: '/company-questions/answer/:id',
  access: 'company',
  summary: "The company's admin answers in the console",
  description: ['Without words it says that a guest was called. A repeat by the same person answers the same.'],
  errors: ANSWER_ERRORS,
  outcome: outcomes.answerQuestion,
  params: ById,
  body: Answer,
  data: Question,
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: 'Questions before one buys: one question, one answer, with a due time. There is no chat.',
  fields: {
    id: 'The id of the question.',
    'askQuestion.id': 'The id of the question; null for a guest, who is called.',
    'company.id': 'The id of the company.',
    'company.name': 'The name of the company.',
    'coach.id': 'The user id of the coach.',
    state: 'OPEN, ANSWERED with words, CALLED for a guest who was called, or CLOSED without an answer.',
    'questionsOfCompany.state': 'Which list: open ones, or those that ended.',
    kind: 'What it is about: coach, course or advert; validity asks to extend a contract, leave to end lessons.',
    objectId: 'The id of what it is about.',
    about: 'The name of what it is about, as it is now.',
    company: 'The company whose admin answers.',
    coach: 'The coach who answers; null where the admin alone does.',
    asker: 'Who asks; null for a guest.',
    phone: 'The phone number of a guest; for who answers alone, null for everybody else.',
    text: 'The question.',
    answer: 'The answer; empty before it and after a call.',
    answeredBy: 'The name of who answered; null before.',
    isLate: 'Whether the answer is overdue.',
    mayAnswer: 'Whether the caller may answer now.',
    dueAt: 'When the answer is due.',
    createTime: 'When the question was asked.',
    endedAt: 'When it was answered or closed; null before.',
    Question: 'A question about a coach, a course or an advert, with its answer.',
  },
}
