import { OBJECTION_LENGTH } from '@paidang/domain/areas/activities/classes/objection'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { BeginTimeSlot, ById, DayInput, EndTimeSlot, freeText, Id, seen } from '../../shapes.ts'
import { Focus, Invitation } from './classes.ts'

/** What a coach sends to enter a class that was held. */
export const RecordPast = Type.Object({
  courseDesignId: Id,
  courseDesignPrice: Type.Optional(Type.Number()),
  stadiumId: Id,
  selectedCourt: Type.Optional(Type.Integer({ minimum: 0, maximum: 59, default: 0 })),
  courseDate: DayInput,
  beginTimeSlot: BeginTimeSlot,
  endTimeSlot: EndTimeSlot,
  studentIds: Type.Array(Id, { minItems: 1, maxItems: 20, uniqueItems: true }),
  focus: Type.Optional(Focus),
  reason: freeText(100, 1),
})
export type RecordPast = Static<typeof RecordPast>

export const recordPast = {
  method: 'POST',
  path: '/course-invitation/past/by-coach',
  access: 'coach',
  once: 'by-body',
  summary: 'A coach enters a class of the last 30 days that was held',
  description: [
    'It claims its half-hours, so that an overlap is refused, and holds the hours of each student.',
    'They are consumed once all students agree, or after 48 hours without an objection.',
    'A contract pays that existed on that day and whose hours can be used now.',
  ],
  errors: [
    'action_forbidden',
    'coach_not_at_venue',
    'coach_not_of_course',
    'content_rejected',
    'course_not_found',
    'court_not_found',
    'invitation_time_invalid',
    'invitation_too_long',
    'invitation_with_oneself',
    'participant_busy',
    'participants_invalid',
    'past_class_not_over',
    'past_class_too_old',
    'past_class_unpaid',
    'past_reason_missing',
    'revision_outdated',
    'slot_closed',
    'slot_mine',
    'slot_taken',
    'venue_not_found',
  ],
  outcome: outcomes.recordPast,
  body: RecordPast,
  data: Invitation,
} satisfies Endpoint

export const answerPast = {
  method: 'PUT',
  path: '/course-invitation/past/answer/:id',
  access: 'app',
  summary: 'A player agrees to a class that the coach entered after it was held, or objects with words',
  description: [
    'The last who agrees completes the class. One who objects ends it, and nobody pays.',
    'A repeat answers the present state.',
  ],
  errors: [
    'content_rejected',
    'invitation_expired',
    'invitation_not_found',
    'invitation_not_yours',
    'invitation_settled',
    'objection_words_missing',
    'past_class_due',
    'revision_outdated',
  ],
  outcome: outcomes.answerPast,
  params: ById,
  body: Type.Object({ agree: Type.Boolean(), words: Type.Optional(freeText(OBJECTION_LENGTH)), ...seen }),
  data: Invitation,
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: 'Classes that coaches enter after they were held (补录), and what their players say to them.',
  fields: {
    id: 'The id of the class.',
    RecordPast: 'A class as the coach held it.',
    courseDesignPrice: 'The price of the course that the coach saw, in fen; another one is refused.',
    agree: 'true: the class was held, and the hours are due. false: it was not.',
    words: 'Why the player objects. Needed to object.',
    reason: 'Why the class is entered only now. Its players read it.',
    studentIds: 'The students who were there.',
  },
}
