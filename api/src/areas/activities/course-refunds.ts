import { ORDER_METHODS, REFUND_TARGETS } from '@paidang/domain/areas/money/payments/order'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { BeginTimeSlot, ById, Day, EndTimeSlot, Fen, Id, Instant, LessonHours, orNull } from '../../shapes.ts'

/** Why a class cannot be cancelled here: it has begun, or cancelling it is not free any more. */
export const CLASS_LOCKS = ['BEGUN', 'LATE'] as const

/** A class that holds hours of the contract. */
export const HeldClass = Type.Object({
  id: Id,
  courseDate: Day,
  beginTimeSlot: BeginTimeSlot,
  endTimeSlot: EndTimeSlot,
  coachName: Type.String(),
  hours: LessonHours,
  freeUntil: orNull(Instant),
  lock: orNull(Type.Enum([...CLASS_LOCKS])),
})
export type HeldClass = Static<typeof HeldClass>

/** A package that was bought into the contract, what became of it, and where its money would go. */
export const PurchaseToRefund = Type.Object({
  id: Id,
  paidAt: Instant,
  hours: Type.Integer(),
  paidFen: Fen,
  returnedFen: Fen,
  refundedHours: LessonHours,
  refundedFen: Fen,
  expiredHours: LessonHours,
  isBound: Type.Boolean(),
  expiryBefore: orNull(Day),
  validUntil: Day,
  method: Type.Enum([...ORDER_METHODS]),
  target: Type.Enum([...REFUND_TARGETS]),
})
export type PurchaseToRefund = Static<typeof PurchaseToRefund>

/** What a refund of a contract's packages goes by. `courseRefundPlan` of the domain makes the sums of it. */
export const CourseRefundPreview = Type.Object({
  contract: Type.Object({
    id: Id,
    courseId: Id,
    courseName: Type.String(),
    companyName: Type.String(),
    expiryDate: Day,
    remainingSessions: LessonHours,
    heldSessions: LessonHours,
    consumedSessions: LessonHours,
    refundedAt: orNull(Instant),
    isCorrected: Type.Optional(Type.Literal(true)),
  }),
  classes: Type.Array(HeldClass),
  purchases: Type.Array(PurchaseToRefund),
  lots: Type.Array(Type.Object({ purchaseId: orNull(Id), isGift: Type.Boolean(), leftHours: LessonHours })),
  seen: Type.String(),
})
export type CourseRefundPreview = Static<typeof CourseRefundPreview>

/** What came back. */
export const CourseRefund = Type.Object({
  id: Id,
  hours: LessonHours,
  giftHours: LessonHours,
  amountFen: Fen,
  parts: Type.Array(
    Type.Object({ purchaseId: Id, hours: LessonHours, amountFen: Fen, target: Type.Enum([...REFUND_TARGETS]) }),
  ),
})
export type CourseRefund = Static<typeof CourseRefund>

export const previewCourseRefund = {
  method: 'GET',
  path: '/course-refunds/contract/:id',
  access: 'app',
  summary: 'What would come back of the packages that were bought into a contract',
  errors: ['contract_not_found'],
  outcome: outcomes.readCourseRefund,
  params: ById,
  data: CourseRefundPreview,
} satisfies Endpoint

export const refundCourse = {
  method: 'POST',
  path: '/course-refunds/contract/:id',
  access: 'app',
  once: 'by-key',
  summary: 'The player gives back what is left of the packages of a contract (退课)',
  description: [
    'The classes named are cancelled, the others stand and keep their hours.',
    'The money goes back to where each purchase was paid, and gift hours lapse.',
    '`seen` and `amountFen` are what was on screen: anything else refuses with the present preview.',
  ],
  errors: ['contract_not_found', 'course_refund_changed', 'course_refund_nothing'],
  outcome: outcomes.refundCourse,
  params: ById,
  body: Type.Object({
    cancelledIds: Type.Array(Id, { maxItems: 200 }),
    amountFen: Type.Integer({ minimum: 1, maximum: 1_000_000_000_000 }),
    seen: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  }),
  data: CourseRefund,
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: 'Refunds of lesson hours that were bought in packages (退课).',
  fields: {
    'previewCourseRefund.id': 'The id of the contract.',
    'refundCourse.id': 'The id of the contract.',
    'contract.id': 'The id of the contract.',
    'HeldClass.id': 'The id of the class.',
    'PurchaseToRefund.id': 'The id of the purchase.',
    'CourseRefund.id': 'The id of the refund.',
    courseId: 'The id of its course.',
    contract: 'The contract.',
    refundedAt: 'When its packages were paid back for the first time; null if never.',
    isCorrected:
      'True when its hours were taken back since a payment had been entered at the front desk by mistake; else left out.',
    classes: 'The classes that hold hours of the contract, by time.',
    'HeldClass.hours': 'How many lesson hours the class holds.',
    freeUntil: 'Until when cancelling is free; null where it is free for another reason, or not any more.',
    lock: 'Why the class cannot be cancelled here: BEGUN, or LATE since cancelling is not free any more; null if it can.',
    purchases: 'The packages that were bought into the contract, the oldest first.',
    paidAt: 'When the package was paid.',
    'PurchaseToRefund.hours': 'How many lesson hours were paid, without gifts.',
    paidFen: 'What was paid, in fen.',
    returnedFen: 'Of it, what went back for other reasons than a refund of hours, in fen.',
    refundedHours: 'The lesson hours that were paid back before.',
    refundedFen: 'What was paid back for them, in fen.',
    expiredHours: 'The lesson hours of it that expired.',
    isBound:
      'Whether its terms give nothing back after 7 days. They do not count once the club no longer teaches the course, or on a contract that ended by a refund.',
    expiryBefore:
      'The last day of the contract before it, to which the contract returns where all of it comes back; null where its days stay.',
    validUntil: 'The last day that it gives by itself.',
    method: 'How it was paid: CARD, WECHAT, OFFLINE at the front desk; IN_SHOP is never said of a package.',
    target: 'Where the money goes: CARD, SOURCE where it came from, or OFFLINE at the front desk.',
    lots: 'The lesson hours that are left, in the order in which classes spend them.',
    purchaseId: 'The id of the purchase; null for hours that were not bought in a package.',
    isGift: 'Whether they were a gift.',
    leftHours: 'How many lesson hours are left.',
    seen: 'A name for exactly this state.',
    cancelledIds: 'The ids of the classes to cancel.',
    'refundCourse.amountFen': 'What the caller saw as the sum that comes back, in fen.',
    'CourseRefund.hours': 'The paid lesson hours that were paid back.',
    giftHours: 'The gift hours that lapsed.',
    'CourseRefund.amountFen': 'What comes back, in fen.',
    'parts.hours': 'The paid lesson hours of the purchase that were paid back.',
    'parts.amountFen': 'What of it comes back, in fen.',
    parts: 'What comes back of each purchase.',
    HeldClass: 'A class that holds hours of the contract.',
    PurchaseToRefund: 'A package that was bought into the contract, and what became of it.',
    CourseRefundPreview: 'What a refund of a contract goes by.',
    CourseRefund: 'What came back.',
  },
}
