import { ADVERT_LENGTHS, ADVERT_PLACES, ADVERT_STATES } from '@paidang/domain/areas/views/home/advert'
import { COMPANY_TARGET_KINDS, TARGET_KINDS } from '@paidang/domain/areas/views/home/advert-target'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { ById, Day, freeText, Id, Instant, orNull, PageQuery, Revision, seen } from '../../shapes.ts'
import { PendingContent } from '../ground/content.ts'
import { Advert } from './home.ts'

const Place = Type.Enum([...ADVERT_PLACES])

/** An advert as operators see it. `targetName` names the page that it opens, null when it opens none. */
export const ManagedAdvert = Type.Object({
  ...Advert.properties,
  target: orNull(Type.String()),
  terms: Type.String(),
  companyId: orNull(Id),
  isOfCompany: Type.Boolean(),
  seen: Type.Integer(),
  pressed: Type.Integer(),
  pending: PendingContent,
  place: Place,
  state: Type.Enum([...ADVERT_STATES]),
  targetName: orNull(Type.String()),
  beginsAt: Instant,
  endsAt: Instant,
  revision: Revision,
})
export type ManagedAdvert = Static<typeof ManagedAdvert>

export const advertsForOperator = {
  method: 'GET',
  path: '/admin/adverts',
  access: 'operator',
  summary: 'The adverts of a place',
  description: ['Either upcoming and running ones in their order, or ended ones, the last first.'],
  outcome: outcomes.listAdverts,
  query: Type.Object({
    ...PageQuery,
    place: Place,
    isOver: Type.Optional(Type.Boolean()),
    ofCompanies: Type.Optional(Type.Boolean()),
  }),
  data: Type.Array(ManagedAdvert),
  paged: true,
} satisfies Endpoint

export const advertForOperator = {
  method: 'GET',
  path: '/admin/adverts/:id',
  access: 'operator',
  summary: 'One advert',
  errors: ['advert_not_found'],
  outcome: outcomes.readDetail,
  params: ById,
  data: ManagedAdvert,
} satisfies Endpoint

/**
 * The fields of an advert that an operator enters. `image` is the path of a public picture. `target` is the route of a
 * page of the app, or null when the advert opens no page.
 */
export const AdvertForm = Type.Object({
  place: Place,
  label: freeText(ADVERT_LENGTHS.label),
  title: freeText(ADVERT_LENGTHS.title),
  subtitle: freeText(ADVERT_LENGTHS.subtitle),
  terms: Type.Optional(freeText(ADVERT_LENGTHS.terms)),
  companyId: Type.Optional(orNull(Id)),
  image: orNull(freeText(200)),
  target: orNull(freeText(200)),
  beginsAt: Instant,
  endsAt: Instant,
})
export type AdvertForm = Static<typeof AdvertForm>

/** Source: specification §1 "Home". */
export const createAdvert = {
  method: 'POST',
  path: '/admin/adverts',
  access: 'operator',
  once: 'by-body',
  summary: 'Creates an advert',
  description: ['It is placed last in its place.'],
  errors: [
    'advert_company_needed',
    'advert_company_unknown',
    'advert_schedule_invalid',
    'advert_target_unknown',
    'advert_title_missing',
    'adverts_too_many',
    'file_not_found',
  ],
  outcome: outcomes.create,
  body: AdvertForm,
  data: ManagedAdvert,
} satisfies Endpoint

export const updateAdvert = {
  method: 'PUT',
  path: '/admin/adverts/:id',
  access: 'operator',
  summary: 'Changes an advert',
  description: ['An advert that moves to the other place is placed last there.'],
  errors: [
    'action_forbidden',
    'advert_company_needed',
    'advert_company_unknown',
    'advert_not_found',
    'advert_schedule_invalid',
    'advert_target_unknown',
    'advert_title_missing',
    'adverts_too_many',
    'file_not_found',
    'revision_outdated',
  ],
  outcome: outcomes.update,
  params: ById,
  body: Type.Object({ ...AdvertForm.properties, revision: Revision }),
  data: ManagedAdvert,
} satisfies Endpoint

export const endAdvert = {
  method: 'POST',
  path: '/admin/adverts/end/:id',
  access: 'operator',
  summary: 'Ends a running advert now',
  errors: ['advert_not_begun', 'advert_not_found', 'advert_over', 'revision_outdated'],
  outcome: outcomes.operate,
  params: ById,
  body: Type.Object(seen),
  data: ManagedAdvert,
} satisfies Endpoint

export const deleteAdvert = {
  method: 'DELETE',
  path: '/admin/adverts/:id',
  access: 'operator',
  summary: 'Deletes an advert',
  errors: ['advert_not_found', 'revision_outdated'],
  outcome: outcomes.deleteProduct,
  params: ById,
  query: Type.Object(seen),
  data: Type.Null(),
} satisfies Endpoint

export const orderAdverts = {
  method: 'POST',
  path: '/admin/adverts/order',
  access: 'operator',
  summary: 'Orders the adverts of a place',
  description: ['The body names every advert that has not ended exactly once, in the new order.'],
  errors: ['adverts_changed'],
  outcome: outcomes.operate,
  body: Type.Object({
    place: Place,
    ids: Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true }),
  }),
  data: Type.Null(),
} satisfies Endpoint

/** An object that an advert can open. */
export const TargetFound = Type.Object({ id: Id, name: Type.String(), target: Type.String() })
export type TargetFound = Static<typeof TargetFound>

export const findTargets = {
  method: 'GET',
  path: '/admin/adverts/targets',
  access: 'operator',
  summary: 'Finds the objects of one kind that an advert can open',
  description: ['It answers at most twenty whose names contain the keyword, the latest first.'],
  outcome: outcomes.search,
  query: Type.Object({ kind: Type.Enum([...TARGET_KINDS]), keyword: Type.Optional(freeText(40)) }),
  data: Type.Array(TargetFound),
} satisfies Endpoint

/** The days of an advert on which it was seen, with sums and nothing of who it was. */
export const AdvertDay = Type.Object({ day: Day, seen: Type.Integer(), pressed: Type.Integer() })

export const advertDays = {
  method: 'GET',
  path: '/admin/adverts/days/:id',
  access: 'operator',
  mayLag: true,
  summary: 'How often an advert was seen and pressed, day by day, the last 31 days of it',
  errors: ['advert_not_found'],
  outcome: outcomes.readDetail,
  params: ById,
  data: Type.Array(AdvertDay),
} satisfies Endpoint

export const advertsOfCompany = {
  method: 'GET',
  path: '/company-adverts',
  access: 'company',
  summary: "The company's own adverts, the last made first",
  outcome: outcomes.listAdverts,
  query: Type.Object(PageQuery),
  data: Type.Array(ManagedAdvert),
  paged: true,
} satisfies Endpoint

export const advertOfCompany = {
  method: 'GET',
  path: '/company-adverts/one/:id',
  access: 'company',
  summary: "One of the company's own adverts",
  errors: ['advert_not_found'],
  outcome: outcomes.readDetail,
  params: ById,
  data: ManagedAdvert,
} satisfies Endpoint

/** What a company's admin enters. Such an advert is a card in the body of the home page. */
export const CompanyAdvertForm = Type.Omit(AdvertForm, ['place', 'companyId'])
export type CompanyAdvertForm = Static<typeof CompanyAdvertForm>

export const createCompanyAdvert = {
  method: 'POST',
  path: '/company-adverts',
  access: 'company',
  summary: 'Creates an advert of the company for something of its own',
  description: [
    'Texts and picture are checked before others see them. It is shown once its title is approved.',
    'A repeat with the same content answers the advert that stands.',
  ],
  errors: [
    'advert_schedule_invalid',
    'advert_target_unknown',
    'advert_title_missing',
    'adverts_of_company_too_many',
    'content_rejected',
    'file_not_found',
  ],
  outcome: outcomes.create,
  body: CompanyAdvertForm,
  data: ManagedAdvert,
} satisfies Endpoint

export const updateCompanyAdvert = {
  method: 'PUT',
  path: '/company-adverts/:id',
  access: 'company',
  summary: "Changes one of the company's adverts",
  description: ['Others see what was approved last until the change is approved.'],
  errors: [
    'advert_not_found',
    'advert_schedule_invalid',
    'advert_target_unknown',
    'advert_title_missing',
    'adverts_of_company_too_many',
    'content_rejected',
    'file_not_found',
    'revision_outdated',
  ],
  outcome: outcomes.update,
  params: ById,
  body: Type.Object({ ...CompanyAdvertForm.properties, revision: Revision }),
  data: ManagedAdvert,
} satisfies Endpoint

export const endCompanyAdvert = {
  method: 'POST',
  path: '/company-adverts/end/:id',
  access: 'company',
  summary: "Ends one of the company's adverts now",
  description: ['One that has not begun is deleted.'],
  errors: ['advert_not_found', 'advert_over', 'revision_outdated'],
  outcome: outcomes.operate,
  params: ById,
  body: Type.Object(seen),
  data: Type.Null(),
} satisfies Endpoint

export const findCompanyTargets = {
  method: 'GET',
  path: '/company-adverts/targets',
  access: 'company',
  summary: 'Finds what is of the company and can be opened by an advert',
  outcome: outcomes.search,
  query: Type.Object({ kind: Type.Enum([...COMPANY_TARGET_KINDS]), keyword: Type.Optional(freeText(40)) }),
  data: Type.Array(TargetFound),
} satisfies Endpoint

export const companyAdvertDays = {
  method: 'GET',
  path: '/company-adverts/days/:id',
  access: 'company',
  mayLag: true,
  summary: "How often one of the company's adverts was seen and pressed, day by day",
  errors: ['advert_not_found'],
  outcome: outcomes.readDetail,
  params: ById,
  data: Type.Array(AdvertDay),
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: "The adverts on the app's home page, as operators plan, order and end them.",
  fields: {
    id: 'The id of the advert.',
    place: "Where the advert stands: top in the carousel, home as a card in the page's body.",
    label: "A short word beside the advert's headline; may be empty.",
    title: 'The headline of the advert.',
    subtitle: "The line below the advert's headline; may be empty.",
    image: 'The picture of the advert: its path below /aaapi/files/, null without one.',
    target: "The route of the app's page that the advert opens; null for none.",
    targetName: 'The name of the page that the advert opens; null when it opens none.',
    beginsAt: 'When the advert appears first.',
    endsAt: 'When the advert disappears.',
    state:
      'The state of the advert: coming before it begins, running, gone when what it leads to is not there, or over.',
    terms: 'The terms of the offer; may be empty.',
    club: 'The name of the company whose advert it is; null for one of the platform.',
    companyId: 'The id of that company; null for none.',
    isOfCompany: "Whether the company's admin wrote it.",
    ofCompanies: 'Whether to list those that companies wrote.',
    seen: 'How often it was shown.',
    pressed: 'How often it was pressed.',
    pending: 'What its author submitted and others do not see yet.',
    AdvertDay: 'How often an advert was shown and pressed on one day.',
    day: 'The day, in Shanghai.',
    CompanyAdvertForm: "What a company's admin enters of an advert.",
    isOver: 'Whether to list ended adverts instead of coming and running ones.',
    ids: 'The ids of all adverts of the place that have not ended, in their new order.',
    kind: 'What the advert shall open: product, category of products, venue, ball game, course, coach, or merchant.',
    'TargetFound.id': 'The id of the object that an advert can open.',
    'TargetFound.name': 'The name of the object that an advert can open.',
    keyword: 'A part of the name of the object that is looked for.',
    AdvertForm: 'What an operator enters of an advert.',
    ManagedAdvert: 'An advert of the home page, as operators see it.',
    TargetFound: 'An object that an advert can open.',
  },
}
