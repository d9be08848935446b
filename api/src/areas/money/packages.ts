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
}

/** A package of hours (课包) that is sold now. */
export const PackageOnSale = Type.Object({ id: Id, version: Type.Integer(), ...terms })
export type PackageOnSale = Static<typeof PackageOnSale>

/** Why the caller cannot buy: they teach the course, are no student of its coaches, or nothing of it is sold any more. */
export const BUYING_OBSTACLES = ['OWN', 'NO_COACH', 'PAUSED'] as const

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
  ],
  errors: [
    'package_changed',
    'package_course_taught',
    'package_needs_coach',
    'package_not_found',
    'package_off_sale',
    'packages_paused',
  ],
  outcome: outcomes.buyPackage,
  limit: { requests: 30, minutes: 60 },
  body: Type.Object({ packageId: Id, version: Type.Integer({ minimum: 1, maximum: 1_000_000 }) }),
  data: Order,
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
  course: Type.Object({ id: Id, courseName: Type.String(), pricePerSession: Fen }),
  version: Type.Integer(),
  ...terms,
  isOnSale: Type.Boolean(),
  soldCount: Type.Integer(),
  soldHours: Type.Integer(),
  soldFen: Fen,
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
  errors: [...ofForm, 'course_not_found'],
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
  errors: [...ofForm, 'course_not_found', 'package_changed', 'package_not_found'],
  outcome: outcomes.update,
  params: ById,
  body: Type.Object({ version: Type.Integer({ minimum: 1, maximum: 1_000_000 }), ...form }),
  data: ManagedPackage,
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
    validDays: 'How many days the hours can be used, counted from the payment.',
    isOnSale: 'Whether it can be bought now.',
    course: 'The course whose hours are sold.',
    company: 'The company that sells them.',
    coaches: 'Who teaches the course.',
    obstacle:
      'Why the caller cannot buy: OWN course, NO_COACH of it has them as a student, or sale is PAUSED for the course; null if they can.',
    contract: 'The contract of the caller that a purchase joins; null if it opens one.',
    lastHours: 'The paid hours of the last package of the course that the caller bought; null without one.',
    packages: 'The packages on sale.',
    'ManagedPackages.packages': 'All packages of the company.',
    courses: 'The courses of the company that can have packages.',
    packageId: 'The id of the package.',
    courseId: 'The id of a course of the company that is no trial lesson.',
    soldCount: 'How many were paid.',
    soldHours: 'How many paid lesson hours these brought, without gifts.',
    soldFen: 'What was paid for them, in fen.',
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
