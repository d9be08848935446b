import { ATTENDANCES } from '@paidang/domain/areas/activities/classes/invitation'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import {
  BeginTimeSlot,
  Day,
  EndTimeSlot,
  Fen,
  Id,
  Instant,
  LessonHours,
  PageQuery,
  Person,
  sortedBy,
  UserId,
} from '../../shapes.ts'

/** What one seat of a held class consumed (课程记录). `unitPrice` is in fen per lesson hour. */
export const UsedRecord = Type.Object({
  id: Id,
  invitationId: Id,
  player: Person,
  coach: Person,
  companyId: Id,
  userCourseContractId: Id,
  courseDesignId: Id,
  courseDesignName: Type.String(),
  stadiumName: Type.String(),
  courtName: Type.String(),
  courseDate: Day,
  beginTimeSlot: BeginTimeSlot,
  endTimeSlot: EndTimeSlot,
  usedSessions: LessonHours,
  unitPrice: Fen,
  attendance: Type.Enum([...ATTENDANCES]),
  isPast: Type.Boolean(),
  createTime: Instant,
})
export type UsedRecord = Static<typeof UsedRecord>

export const usedRecords = {
  method: 'GET',
  path: '/course-used-record',
  access: 'app',
  summary:
    "The caller's own records, the latest first unless `sord` is asc: a player's classes, or those that a coach held",
  outcome: outcomes.listUsedRecords,
  query: Type.Object({ ...PageQuery, ...sortedBy('createTime'), as: Type.Optional(Type.Enum(['player', 'coach'])) }),
  data: Type.Array(UsedRecord),
  paged: true,
} satisfies Endpoint

export const usedRecordsInCompany = {
  method: 'GET',
  path: '/course-used-record/page-by-user/incompany',
  access: 'app',
  summary:
    "A student's records in the companies of the caller, the latest first unless `sord` is asc, optionally of one contract",
  description: ['Users read their own.'],
  errors: ['data_of_others'],
  outcome: outcomes.listUsedRecords,
  query: Type.Object({
    ...PageQuery,
    ...sortedBy('createTime'),
    userId: UserId,
    userCourseContractId: Type.Optional(Id),
  }),
  data: Type.Array(UsedRecord),
  paged: true,
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: 'What each seat of a held class consumed from its contract.',
  fields: {
    'UsedRecord.id': 'The id of the record.',
    invitationId: 'The id of the class.',
    userCourseContractId: 'The id of the contract that paid.',
    'usedRecordsInCompany.userCourseContractId': 'The id of the contract whose records are wanted.',
    'usedRecordsInCompany.userId': 'The user id of the student.',
    as: 'Whose records: of the classes that the caller took as player, or held as coach.',
    createTime: 'When the hours were consumed.',
    attendance:
      'Whether the player came: present on time, late, absent without word, or on leave where a policy charges for it.',
    isPast: 'Whether the coach entered the class after it was held (补录).',
    coach: 'The coach who held the class.',
    player: 'The player whose seat it was.',
    companyId: 'The id of the company whose course was taught.',
    UsedRecord: 'What one seat of a held class consumed (课程记录).',
  },
}
