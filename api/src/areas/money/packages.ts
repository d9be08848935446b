import { REFUND_RULES } from '@paidang/domain/areas/money/contracts/package'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { ById, Day, Fen, Id, Instant, LessonHours, orNull, Person } from '../../shapes.ts'
import { Order } from './payments.ts'

const terms = {
  hours: Type.Integer(),
  giftHours: Type.Integer(),
  priceFen: Fen,
  validDays: Type.Integer(),
  refundRule: Type.Enum([...REFUND_RULES]),
}

/** A package of hours (课包) that is sold now. */
export const PackageOnSale = Type.Object({ id: Id, version: Type.Integer(), ...terms })
export type PackageOnSale = Static<typeof PackageOnSale>

/** Why the caller cannot buy: they teach the course, are no student of its coaches, nobody can teach it, or the club is closed. */
export const BUYING_OBSTACLES = ['OWN', 'NO_COACH', 'STOPPED', 'PAUSED'] as const

const months = orNull(Type.Integer())
const Caps = Type.Object({ months, hours: orNull(Type.Integer()), fen: orNull(Fen) })
/** The most that one buyer gets of a company (购课上限), and of it for a minor; null where those are switched off. */
const PurchaseCaps = Type.Object({ buyer: Caps, minor: orNull(Caps) })
const BoughtInMonth = Type.Object({ hours: Type.Integer(), fen: Fen })

/** The packages of a course, with what the caller has of it. */
export const CoursePackages = Type.Object({
  course: Type.Object({
    id: Id,
    courseName: Type.String(),
    sessionDuration: Type.Integer(),
    pricePerSession: Fen,
  }),
  company: Type.Object({ id: Id, companyName: Type.String() }),
  coaches: Type.Array(Person),
  obstacle: orNull(Type.Enum([...BUYING_OBSTACLES])),
  contract: orNull(Type.Object({ id: Id, remainingSessions: LessonHours, heldSessions: LessonHours, expiryDate: Day })),
  lastHours: orNull(Type.Integer()),
  lastForMinor: orNull(Type.Boolean()),
  caps: PurchaseCaps,
  bought: Type.Object({ all: BoughtInMonth, minor: BoughtInMonth }),
  openOrderId: orNull(Id),
  packages: Type.Array(PackageOnSale),
})
export type CoursePackages = Static<typeof CoursePackages>

export const packagesOfCourse = {
  method: 'GET',
  path: '/packages/course/:id',
  access: 'app',
  summary: 'The packages of a course that are on sale, the fewest hours first, and which contract one would join',
  errors: ['course_not_found'],
  outcome: outcomes.listPackages,
  params: ById,
  data: CoursePackages,
} satisfies Endpoint

export const buyPackage = {
  method: 'POST',
  path: '/packages/buy',
  access: 'app',
  needs: 'packages',
  summary: 'The caller gets an order for a package',
  description: [
    'Once it is paid, the hours are on the contract that lasts, or on a new one.',
    'The version is what the caller saw: another one refuses with the present packages.',
    'A repeat before the payment answers the same order.',
    'Where a cap of the company does not allow it, the refusal names the cap and has the present packages.',
  ],
  errors: [
    'package_capped',
    'package_changed',
    'package_course_taught',
    'package_learner_unknown',
    'package_needs_coach',
    'package_not_found',
    'package_off_sale',
    'packages_paused',
  ],
  outcome: outcomes.buyPackage,
  limit: { requests: 30, minutes: 60 },
  body: Type.Object({
    packageId: Id,
    version: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    isForMinor: Type.Optional(Type.Boolean()),
  }),
  data: Order,
} satisfies Endpoint

export const remindOfRenewal = {
  method: 'POST',
  path: '/packages/remind',
  access: 'coach',
  needs: 'packages',
  once: 'by-key',
  summary: 'A coach reminds a student that hours run out, with the package that fits',
  description: ['The coach teaches the course of the contract and has the player as a student. Once a day at most.'],
  errors: ['contract_not_found', 'contract_refunded', 'renewal_sent', 'renewal_unread', 'renewal_without_package'],
  outcome: outcomes.remindOfRenewal,
  body: Type.Object({ contractId: Id }),
  data: PackageOnSale,
} satisfies Endpoint

const PackageVersion = Type.Object({
  version: Type.Integer(),
  ...terms,
  isOnSale: Type.Boolean(),
  soldCount: Type.Integer(),
  madeBy: Type.String(),
  createTime: Instant,
})

/** A package as the admin of its company sees it: its present terms, all its versions, and what was sold. */
export const ManagedPackage = Type.Object({
  id: Id,
  course: Type.Object({ id: Id, courseName: Type.String(), pricePerSession: Fen, isDeleted: Type.Boolean() }),
  version: Type.Integer(),
  ...terms,
  isOnSale: Type.Boolean(),
  soldCount: Type.Integer(),
  soldHours: Type.Integer(),
  soldFen: Fen,
  refundedHours: LessonHours,
  refundedFen: Fen,
  usedCount: Type.Integer(),
  openOrders: Type.Integer(),
  versions: Type.Array(PackageVersion),
})
export type ManagedPackage = Static<typeof ManagedPackage>

/** The packages of a company, and the courses of which it can sell some. */
export const ManagedPackages = Type.Object({
  packages: Type.Array(ManagedPackage),
  courses: Type.Array(Type.Object({ id: Id, courseName: Type.String(), pricePerSession: Fen })),
})
export type ManagedPackages = Static<typeof ManagedPackages>

export const managedPackages = {
  method: 'GET',
  path: '/packages/managed',
  access: 'company',
  summary: "The packages of the caller's company by course, with their versions and what was sold",
  outcome: outcomes.listPackages,
  data: ManagedPackages,
} satisfies Endpoint

const form = {
  refundRule: Type.Enum([...REFUND_RULES]),
  hours: Type.Integer({ minimum: 0, maximum: 100_000 }),
  giftHours: Type.Integer({ minimum: 0, maximum: 100_000 }),
  priceFen: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
  validDays: Type.Integer({ minimum: 0, maximum: 100_000 }),
  isOnSale: Type.Boolean(),
}
const ofForm = ['package_days_invalid', 'package_hours_invalid', 'package_price_invalid'] as const

export const createPackage = {
  method: 'POST',
  path: '/packages/managed',
  access: 'company',
  once: 'by-key',
  summary: "Adds a package of a course of the caller's company",
  description: ['The price is a whole number of fen for each paid hour.'],
  errors: [...ofForm, 'course_not_found', 'package_taken'],
  outcome: outcomes.create,
  body: Type.Object({ courseId: Id, ...form }),
  data: ManagedPackage,
} satisfies Endpoint

export const changePackage = {
  method: 'PUT',
  path: '/packages/managed/:id',
  access: 'company',
  summary: 'Makes a new version of a package: other terms, on sale or not',
  description: [
    'What was sold, and what waits for its payment, keeps its version.',
    'Another version than the one that was seen refuses. The present terms again change nothing.',
  ],
  errors: [...ofForm, 'course_not_found', 'package_changed', 'package_not_found', 'package_taken'],
  outcome: outcomes.update,
  params: ById,
  body: Type.Object({ version: Type.Integer({ minimum: 1, maximum: 1_000_000 }), ...form }),
  data: ManagedPackage,
} satisfies Endpoint

/** The caps of a company with all versions. Version 0 is a company that never set any. */
export const ManagedCaps = Type.Object({
  version: Type.Integer(),
  caps: PurchaseCaps,
  versions: Type.Array(
    Type.Object({ version: Type.Integer(), caps: PurchaseCaps, madeBy: Type.String(), createTime: Instant }),
  ),
})
export type ManagedCaps = Static<typeof ManagedCaps>

export const managedCaps = {
  method: 'GET',
  path: '/packages/caps',
  access: 'company',
  summary: "The most that one buyer gets of the caller's company, with who set it",
  outcome: outcomes.listPackages,
  data: ManagedCaps,
} satisfies Endpoint

const cap = (maximum: number) => orNull(Type.Integer({ minimum: 0, maximum }))
const capsForm = { months: cap(1_000), hours: cap(1_000_000), fen: cap(1_000_000_000) }

export const changeCaps = {
  method: 'PUT',
  path: '/packages/caps',
  access: 'company',
  summary: "Makes the next version of the caps of the caller's company",
  description: [
    'Those of minors have three figures, none above the law of sports training for pupils.',
    'What was bought, and what waits for its payment, stays. Another version than the one that was seen refuses.',
  ],
  errors: ['caps_above_law', 'caps_changed', 'caps_invalid'],
  outcome: outcomes.update,
  body: Type.Object({
    version: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    buyer: Type.Object(capsForm),
    minor: orNull(Type.Object(capsForm)),
  }),
  data: ManagedCaps,
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: 'Packages of lesson hours: companies sell them of their courses, and players buy them.',
  fields: {
    'PackageOnSale.id': 'The id of the package.',
    'ManagedPackage.id': 'The id of the package.',
    'packagesOfCourse.id': 'The id of the course.',
    'changePackage.id': 'The id of the package.',
    'course.id': 'The id of the course.',
    'courses.id': 'The id of the course.',
    'company.id': 'The id of the company.',
    'contract.id': 'The id of the contract.',
    'coaches.id': 'The user id of the coach.',
    version: 'The number of the version, counted from 1: the present one, or that of the row.',
    'buyPackage.version': 'The version that the caller saw.',
    'changePackage.version': 'The version that the caller saw.',
    hours: 'How many lesson hours are paid.',
    giftHours: 'How many lesson hours come on top as a gift; they are spent last.',
    priceFen: 'What the package costs, in fen.',
    refundRule:
      'What comes back (退课): within 7 days all while unused; later UNUSED hours at their price, or nothing (FIRST_DAYS).',
    validDays: 'How many days the hours can be used, counted from the payment.',
    isOnSale: 'Whether it can be bought now. Nothing of a deleted course can.',
    isDeleted: 'Whether the course was deleted.',
    course: 'The course whose hours are sold.',
    company: 'The company that sells them.',
    coaches: 'Who teaches the course.',
    obstacle:
      'Why the caller cannot buy: OWN course, NO_COACH of it has them as a student, the course has STOPPED since it is deleted or nobody can teach them, or sale is PAUSED since the company is closed; null if they can.',
    contract: 'The contract of the caller that a purchase joins; null if it opens one.',
    lastForMinor: 'Whether the last purchase from the company was for a minor; null without one.',
    isForMinor: 'Whether who takes the classes is under 18; it must be stated where the company caps what minors get.',
    openOrderId: 'The order of hours of the course that waits for the payment of the caller; null without one.',
    'CoursePackages.caps': 'The most that one buyer gets of the company.',
    'ManagedCaps.caps': 'The most that one buyer gets of the company.',
    'versions.caps': 'The most that one buyer got of the company.',
    buyer: 'The caps of every buyer; null is no cap.',
    minor: 'The caps of hours for somebody under 18; null if they are switched off.',
    months: 'The most months of validity of one purchase, 30 days each.',
    fen: 'The most money of a calendar month, in fen.',
    'buyer.hours': 'The most paid hours of a calendar month.',
    'minor.hours': 'The most paid hours of a calendar month.',
    bought: 'What the caller bought of the company this month, paid or waiting for its payment.',
    all: 'All that was bought.',
    'bought.minor': 'Of it, what is for somebody under 18.',
    'all.fen': 'What it costs, in fen.',
    'changeCaps.version': 'The version that the caller saw; 0 for none.',
    'ManagedCaps.version': 'The present version; 0 if the company never set caps.',
    ManagedCaps: 'The most that one buyer gets of a company, with all versions.',
    lastHours: 'The paid hours of the last package of the course that the caller bought; null without one.',
    packages: 'The packages on sale.',
    'ManagedPackages.packages': 'All packages of the company.',
    courses: 'The courses of the company that can have packages.',
    packageId: 'The id of the package.',
    contractId: 'The id of the contract whose hours run out.',
    courseId: 'The id of a course of the company that is no trial lesson.',
    soldCount: 'How many were paid.',
    soldHours: 'How many paid lesson hours these brought, without gifts.',
    soldFen: 'What was paid for them, in fen.',
    refundedHours: 'How many paid lesson hours of them were paid back (退课).',
    refundedFen: 'What was paid back for these, in fen.',
    usedCount: 'Of these, how many still have hours that can be used.',
    openOrders: 'How many orders of it wait for their payment.',
    versions: 'All versions, the latest first.',
    madeBy: 'The nickname of who made the version.',
    createTime: 'When the version was made.',
    PackageOnSale: 'A package of hours that is on sale.',
    CoursePackages: 'The packages of a course, with what the caller has of it.',
    ManagedPackage: 'A package as the admin of its company sees it.',
    ManagedPackages: 'The packages of a company.',
  },
}
