import { ENDED_CONTRACTS_SHOWN } from '@paidang/domain/areas/money/contracts/contract'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import {
  Day,
  DayInput,
  Fen,
  freeText,
  Id,
  Instant,
  LessonHours,
  orNull,
  PageQuery,
  Revision,
  seen,
  UserId,
} from '../../shapes.ts'

/** The lowest and the highest price of the paid hours of a contract, in fen. It is left out where all cost the same. */
export const PriceRange = Type.Object({ min: Fen, max: Fen })

/**
 * A course contract. `contractStatus`: 1 active, 2 used up, 3 expired.
 * total = available + held + consumed + expired (available = remaining - held). Consumed hours that were refunded no
 * longer count. `unitPrice` is in fen per lesson hour. Source: specification §3 "Course contract".
 */
export const Contract = Type.Object({
  id: Id,
  userId: Id,
  courseDesign: Type.Object({
    id: Id,
    courseName: Type.String(),
    sessionDuration: Type.Integer(),
    maxParticipants: Type.Integer(),
    pricePerSession: Fen,
  }),
  companyId: Id,
  company: Type.Object({ id: Id, companyName: Type.String(), freeCancelHours: Type.Integer() }),
  isPerson: Type.Boolean(),
  contractStatus: Type.Integer({ minimum: 1, maximum: 3 }),
  totalSessions: LessonHours,
  remainingSessions: LessonHours,
  heldSessions: LessonHours,
  availableSessions: LessonHours,
  consumedSessions: LessonHours,
  expiredSessions: LessonHours,
  unitPrice: Fen,
  priceRange: Type.Optional(PriceRange),
  expiryDate: Day,
  refundedAt: orNull(Instant),
  isCorrected: Type.Optional(Type.Literal(true)),
  createdAt: Instant,
  revision: Revision,
})
export type Contract = Static<typeof Contract>

/** What every list of contracts shows. */
const SHOWN = `All with hours, and the latest ${ENDED_CONTRACTS_SHOWN} that ended.`

export const contractsOfUser = {
  method: 'GET',
  path: '/user-course-contract/by-user/:userId',
  access: 'app',
  summary: 'The contracts of a user, active ones first',
  description: ['Users see their own.', 'A coach sees those of the courses they teach.', SHOWN],
  errors: ['data_of_others'],
  outcome: outcomes.listContracts,
  params: Type.Object({ userId: UserId }),
  data: Type.Array(Contract),
} satisfies Endpoint

export const contractsWithCoach = {
  method: 'GET',
  path: '/user-course-contract/by-user/:id/search-by-coach',
  access: 'app',
  summary: "The contracts of one coach's courses",
  description: ['Coaches can only ask for their own.', SHOWN],
  errors: ['data_of_others'],
  outcome: outcomes.listContracts,
  params: Type.Object({ id: UserId }),
  query: Type.Object({ coachId: Type.Optional(Id) }),
  data: Type.Array(Contract),
} satisfies Endpoint

export const contractsWithCompany = {
  method: 'GET',
  path: '/user-contract/byUserAndCompany/:userId/:companyId',
  access: 'app',
  summary: 'The contracts of a user with one company',
  description: ['`companyId` may carry the suffix `-{userId}` of the caller.', SHOWN],
  errors: ['data_of_others'],
  outcome: outcomes.readContracts,
  params: Type.Object({ userId: UserId, companyId: Type.String({ format: 'company-id' }) }),
  data: Type.Array(Contract),
} satisfies Endpoint

export const activeContracts = {
  method: 'GET',
  path: '/user-course-contract/active/by-user/:userId/:x',
  access: 'app',
  summary: 'The active contracts that can pay a class of coach `x`, the earliest to expire first',
  errors: ['data_of_others'],
  outcome: outcomes.listContracts,
  params: Type.Object({ userId: UserId, x: Id }),
  data: Type.Array(Contract),
} satisfies Endpoint

/** One movement of lesson hours. `availableAfter` = remaining - held after it. */
export const LedgerRow = Type.Object({
  seq: Type.Integer(),
  kind: Type.Enum(['GRANT', 'HOLD', 'VOID', 'CONSUME', 'REFUND', 'ADJUST', 'EXPIRE', 'PAYBACK']),
  remainingChange: LessonHours,
  heldChange: LessonHours,
  remainingAfter: LessonHours,
  heldAfter: LessonHours,
  availableAfter: LessonHours,
  unitPrice: Fen,
  reason: Type.String(),
  actorName: orNull(Type.String()),
  at: Instant,
  invitation: orNull(
    Type.Object({
      id: Id,
      courseDate: Day,
      beginTimeSlot: Type.Integer(),
      coachId: Id,
      coachName: Type.String(),
      isPast: Type.Boolean(),
    }),
  ),
})
export type LedgerRow = Static<typeof LedgerRow>

export const contractStatement = {
  method: 'GET',
  path: '/user-course-contract/statement/:id',
  access: 'app',
  summary: 'The statement of a contract (课时流水), newest first',
  description: [
    "For its player, a coach of the course, and the company's admin.",
    '`kind` selects one kind of movement, or several separated by commas.',
    '`all` and absent mean every kind.',
  ],
  errors: ['contract_not_found'],
  outcome: outcomes.listUsedRecords,
  params: Type.Object({ id: Id }),
  query: Type.Object({ ...PageQuery, kind: Type.Optional(Type.String({ maxLength: 60 })) }),
  data: Type.Array(LedgerRow),
  paged: true,
} satisfies Endpoint

/**
 * The new values of a contract. `settingSessions` lesson hours remain on it, including those held for classes. It lasts
 * until `expiryDate`. Without an id, or with one that begins with new_, a contract is opened. Source: specification §3
 * "Student course update item"
 */
export const SessionsItem = Type.Object({
  id: Type.Optional(Type.String({ pattern: '^(new_.{0,40}|[1-9]\\d{0,18})$' })),
  userId: Id,
  courseDesignId: Id,
  settingSessions: Type.Number({ minimum: 0, maximum: 1000, multipleOf: 0.5 }),
  expiryDate: DayInput,
  /** The sender has checked whose the unverified phone number of the player is. Required to add hours there. */
  isPhoneChecked: Type.Optional(Type.Boolean()),
  ...seen,
})
export type SessionsItem = Static<typeof SessionsItem>

const Items = Type.Array(SessionsItem, { minItems: 1, maxItems: 20 })

export const updateSessions = {
  method: 'POST',
  path: '/user-course-contract/update-sessions',
  access: 'coach',
  once: 'by-body',
  summary: 'Sets several contracts at once, all or none',
  description: [
    'Each change is recorded in the ledger with its reason.',
    'The bare list is accepted too, with the reason 调整课时.',
    'It answers the contracts after the change.',
  ],
  errors: [
    'content_rejected',
    'contract_expired',
    'contract_expiry_before_class',
    'contract_expiry_in_past',
    'contract_not_found',
    'contract_phone_unchecked',
    'contract_hours_bought',
    'contract_refunded',
    'contract_sessions_held',
    'contract_sessions_missing',
    'course_not_found',
    'reason_missing',
    'revision_outdated',
  ],
  outcome: outcomes.updateSessions,
  body: Type.Union([Type.Object({ items: Items, reason: freeText(100) }), Items]),
  data: Type.Array(Contract),
} satisfies Endpoint

/** The photo of a signed contract between a player and a company. `url` is signed and expires soon. */
export const ContractPhoto = Type.Object({
  id: Id,
  userId: Id,
  companyId: Id,
  companyName: Type.String(),
  url: Type.String(),
  uploadedBy: Type.String(),
  createdAt: Instant,
})
export type ContractPhoto = Static<typeof ContractPhoto>

export const uploadUserContract = {
  method: 'POST',
  path: '/user-contract/uploadUserContract',
  access: 'coach',
  summary: "A coach adds the photo of a signed contract to a student's hours",
  description: ['`contractAttachment` is a file that the coach uploaded.'],
  errors: ['file_not_found'],
  outcome: outcomes.uploadContract,
  body: Type.Object({
    userId: Id,
    contractAttachment: Type.String({ maxLength: 200 }),
    companyId: Type.Optional(Id),
  }),
  data: ContractPhoto,
  missing: { contractAttachment: 'contract_photo_missing' },
} satisfies Endpoint

export const contractPhotos = {
  method: 'GET',
  path: '/user-contract/photos/:userId',
  access: 'app',
  summary: 'The contract photos of a player, the latest first',
  description: ['The player sees all.', 'A coach or admin sees those of their companies.'],
  errors: ['data_of_others'],
  outcome: outcomes.readContracts,
  params: Type.Object({ userId: UserId }),
  data: Type.Array(ContractPhoto),
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: "Course contracts with a player's lesson hours, their ledger, and the photos of signed contracts.",
  fields: {
    'Contract.id': 'The id of the contract.',
    courseDesign: 'The course that the contract pays.',
    company: 'The company with which the contract was made.',
    'Contract.userId': 'The user id of the player.',
    consumedSessions: 'The lesson hours that held classes took for good; refunded ones no longer count.',
    'ContractPhoto.id': 'The id of the photo.',
    'ContractPhoto.userId': 'The user id of the player.',
    'ContractPhoto.createdAt': 'When the photo was added.',
    uploadedBy: 'The nickname of the coach who added the photo.',
    'ContractPhoto.url': 'The signed address that shows the photo, which expires soon.',
    priceRange: 'The lowest and the highest price of its paid hours, in fen; left out where all cost `unitPrice`.',
    PriceRange: 'The prices of the paid hours of a contract.',
    min: 'The lowest price of an hour, in fen.',
    max: 'The highest price of an hour, in fen.',
    'Contract.refundedAt':
      'When its packages were paid back (退课); null if they were not. It ends with the classes that were kept.',
    isCorrected:
      'True when its hours were taken back since a payment had been entered at the front desk by mistake; else left out.',
    seq: "The position of the movement in the contract's ledger, counted from 1.",
    'LedgerRow.kind':
      'The movement: GRANT hours bought, HOLD set aside for a class, VOID a hold given back, CONSUME taken for good, REFUND given back after, ADJUST set by the coach, EXPIRE lost, PAYBACK paid back with its money or taken back with a payment that was none, or a gift that lapsed with it.',
    'contractStatement.kind':
      'Which movements: GRANT, HOLD, VOID, CONSUME, REFUND, ADJUST, EXPIRE or PAYBACK; several with commas, `all` for every kind.',
    remainingChange: 'How the remaining hours changed; negative when they became fewer.',
    heldChange: 'How the held hours changed; negative when they became fewer.',
    remainingAfter: 'The remaining hours after the movement.',
    heldAfter: 'The held hours after the movement.',
    availableAfter: 'The available hours after it: remaining minus held.',
    'LedgerRow.unitPrice': 'What an hour of the movement cost, in fen; 0 for a gift.',
    actorName: 'The nickname of who caused it; null for the system.',
    at: 'When the hours moved.',
    'LedgerRow.invitation': 'The class that moved the hours; null without one.',
    'invitation.id': 'The id of the class.',
    'invitation.courseDate': 'The day of the class as the hours moved; the class may have moved since.',
    'invitation.beginTimeSlot': 'When the class was to begin as the hours moved, as a half-hour of the day.',
    'invitation.isPast': 'Whether the coach entered the class after it was held (补录).',
    'SessionsItem.id': 'The id of the contract; left out or beginning with new_, a contract is opened.',
    'SessionsItem.userId': 'The user id of the student.',
    settingSessions: 'How many lesson hours remain afterwards, including those held for classes.',
    isPhoneChecked: "Whether the sender has checked whose the student's unverified phone number is.",
    'contractsWithCoach.id': 'The user id of the player.',
    'contractsWithCoach.coachId': 'The user id of the coach.',
    x: 'The user id of the coach whose class is to be paid.',
    'contractStatement.id': 'The id of the contract.',
    items: 'The contracts to set, all of them or none.',
    'updateSessions.reason': 'Why the hours are set, which the student reads in the ledger.',
    'uploadUserContract.userId': 'The user id of the student.',
    contractAttachment: 'The path of the photo that the coach uploaded before.',
    userId: 'The user id of the player.',
    'uploadUserContract.companyId': 'The id of the company with which the contract was signed.',
    'Contract.createdAt': 'When the contract was made.',
    'Contract.companyId': 'The id of the company with which the contract was made.',
    'contractsWithCompany.companyId':
      'The id of the company; for userType 2 it may carry the suffix -{userId} of the caller.',
    'ContractPhoto.companyId': 'The id of the company with which the contract was signed.',
    'ContractPhoto.companyName': 'The name of the company with which the contract was signed.',
    'LedgerRow.reason': 'Why the hours moved, as text; may be empty.',
    Contract: "A player's lesson hours for one course of a company.",
    ContractPhoto: 'The photo of a signed contract between a player and a company.',
    LedgerRow: 'One movement of lesson hours on a contract.',
    SessionsItem: 'The new hours and last day of one contract.',
  },
}
