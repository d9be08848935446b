import { TARGET_KINDS } from '@paidang/domain/areas/views/home/advert-target'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { ById, Day, DayInput, Fen, Id, Instant, orNull } from '../../shapes.ts'
import { BallSummary } from '../activities/balls.ts'
import { InvitationResponse } from '../activities/classes.ts'
import { ClaimsOfCompany } from '../activities/roster.ts'
import { TrialLesson } from '../activities/trial-lessons.ts'
import { UsualCourse } from '../activities/usual-courses.ts'
import { PlayerView } from '../people/profile.ts'
import { CoachRecord } from '../places/relations.ts'
import { CoachCard } from './coach-pages.ts'

/** An advert. `target` is a route of the app: of what it leads to, or of its own page. */
export const Advert = Type.Object({
  id: Id,
  label: Type.String(),
  title: Type.String(),
  subtitle: Type.String(),
  image: orNull(Type.String()),
  target: Type.String(),
  club: orNull(Type.String()),
})
export type Advert = Static<typeof Advert>

export const homeAdverts = {
  method: 'GET',
  path: '/common/adv/getHomeAdv',
  access: 'open',
  summary: "Published adverts of the home page's body",
  outcome: outcomes.listAdverts,
  data: Type.Array(Advert),
} satisfies Endpoint

export const homeTopAdverts = {
  method: 'GET',
  path: '/common/adv/getHomeTopAdv',
  access: 'open',
  summary: 'Published adverts of the carousel at the top',
  outcome: outcomes.listAdverts,
  data: Type.Array(Advert),
} satisfies Endpoint

/** The page of an advert. Name, price and phone are those of now. */
export const AdvertPage = Type.Object({
  ...Advert.properties,
  target: orNull(Type.String()),
  terms: Type.String(),
  beginsAt: Instant,
  endsAt: Instant,
  companyId: orNull(Id),
  phone: orNull(Type.String()),
  thing: orNull(
    Type.Object({ kind: Type.Enum([...TARGET_KINDS]), id: Id, name: Type.String(), priceFen: orNull(Fen) }),
  ),
  mayAsk: Type.Boolean(),
})
export type AdvertPage = Static<typeof AdvertPage>

export const readAdvertPage = {
  method: 'GET',
  path: '/common/adv/one/:id',
  access: 'open',
  summary: 'The page of a running advert',
  description: ['An advert that is over, or whose thing is gone, is not found.'],
  errors: ['advert_not_found'],
  outcome: outcomes.readAdvert,
  params: ById,
  data: AdvertPage,
} satisfies Endpoint

export const countAdverts = {
  method: 'POST',
  path: '/common/adv/count',
  access: 'open',
  summary: 'Counts that adverts were seen, and that one was pressed',
  description: ['Only sums by advert and day are kept, nothing of who it was.'],
  limit: { requests: 300, minutes: 1 },
  body: Type.Object({
    seen: Type.Array(Id, { maxItems: 20, uniqueItems: true }),
    pressed: Type.Optional(Id),
  }),
  data: Type.Null(),
} satisfies Endpoint

/**
 * The first content of the home page. Each part equals the answer of its own call. `unfinished` and `trials` are empty for a player.
 * `today` are the caller's classes of `date`. `live` are those that still change. `games` are the caller's own that are
 * not over, `pastGames` the last ones that are, `nearbyGames` the next public ones. `coaches` are those of the caller, `claims` what clubs keep for them. `profile` is the caller's own.
 */
export const HomeStart = Type.Object({
  topAdverts: Type.Array(Advert),
  usualCourses: Type.Array(UsualCourse),
  live: Type.Array(InvitationResponse),
  unfinished: Type.Array(InvitationResponse),
  trials: Type.Array(TrialLesson),
  today: Type.Array(InvitationResponse),
  games: Type.Array(BallSummary),
  nearbyGames: Type.Array(BallSummary),
  coaches: Type.Array(CoachRecord),
  claims: Type.Array(ClaimsOfCompany),
  pastGames: Type.Array(BallSummary),
  adverts: Type.Array(Advert),
  profile: PlayerView,
})
export type HomeStart = Static<typeof HomeStart>

/** How many public games, and how many past ones, the home page shows. */
export const HOME_GAMES = 3

export const homeStart = {
  method: 'GET',
  path: '/home/start',
  access: 'app',
  summary: "The caller's home page in one answer",
  outcome: outcomes.readInformation,
  query: Type.Object({ date: DayInput }),
  data: HomeStart,
} satisfies Endpoint

/** The results of a search: at most ten of each kind. */
export const Found = Type.Object({
  coaches: Type.Array(
    Type.Object({
      id: Id,
      nickname: Type.String(),
      avatar: orNull(Type.String()),
      likesCount: Type.Integer(),
      companies: Type.Array(Type.String()),
      card: orNull(CoachCard),
    }),
  ),
  venues: Type.Array(
    Type.Object({ id: Id, name: Type.String(), address: Type.String(), avatar: orNull(Type.String()) }),
  ),
  balls: Type.Array(
    Type.Object({
      id: Id,
      title: Type.String(),
      activityDate: Day,
      beginTimeSlot: Type.Integer(),
      place: Type.String(),
    }),
  ),
})
export type Found = Static<typeof Found>

export const searchAll = {
  method: 'GET',
  path: '/home/search',
  access: 'open',
  mayLag: true,
  summary: 'Finds coaches, venues and open public games by a typed text',
  outcome: outcomes.search,
  query: Type.Object({ keyword: Type.String({ minLength: 1, maxLength: 40 }) }),
  data: Found,
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: "The app's home page in one answer, its adverts, and the search for coaches, venues and games.",
  fields: {
    card: 'What a list of coaches says of this one; null for who teaches no course at a venue.',
    'Advert.id': 'The id of the advert.',
    label: "A short word beside the advert's headline; may be empty.",
    title: 'The headline of the advert.',
    'balls.title': 'The title of the game.',
    subtitle: "The line below the advert's headline; may be empty.",
    image: 'The picture of the advert: its path below /aaapi/files/, null without one.',
    'Advert.target': "The route of the app's page that the advert opens.",
    'AdvertPage.target': 'The route of what the advert leads to; null when it has only its own page.',
    'AdvertPage.id': 'The id of the advert.',
    club: 'The name of the company whose advert it is; null for one of the platform.',
    companyId: 'The id of that company; null for none.',
    phone: 'The phone number of that company; null without one.',
    terms: 'The terms of the offer; may be empty.',
    beginsAt: 'When the offer begins.',
    endsAt: 'When it ends.',
    thing: 'What the advert leads to, as it is now; null for a plain page.',
    'thing.kind': 'What it is: product, category, venue, ball, course, coach, or merchant.',
    'thing.id': 'The id of that thing.',
    'thing.name': 'The name of that thing.',
    'thing.priceFen': 'Its present price in fen; null for what has no single price.',
    mayAsk: 'Whether somebody answers questions about it.',
    seen: 'The ids of the adverts that were shown.',
    pressed: 'The id of the advert that was pressed.',
    AdvertPage: 'An advert with its terms and what it leads to.',
    'Found.coaches': 'At most ten coaches.',
    companies: 'The names of the companies for which the coach teaches.',
    'Found.venues': 'At most ten venues.',
    'Found.balls': 'At most ten open public games.',
    'balls.id': 'The id of the game.',
    'balls.place': 'Where the game takes place: the venue, or a place as text.',
    topAdverts: 'The adverts of the carousel.',
    usualCourses: "The caller's usual courses, pinned ones first.",
    live: "The caller's classes that still change.",
    unfinished: "The caller's classes as a coach that ended and are not completed; empty for a player.",
    trials: 'The paid trial lessons that wait for the caller as a coach; empty for a player.',
    today: "The caller's classes of the requested day.",
    games: "The caller's own games that are not over.",
    nearbyGames: 'The next public games.',
    'HomeStart.coaches': "The caller's coaches; without one the page shows how to come to a first lesson.",
    claims: "What clubs keep for the caller's verified number, and for their children.",
    pastGames: "The caller's last games that are over.",
    adverts: "The adverts of the page's body.",
    profile: "The caller's own profile.",
    'homeStart.date': 'The day whose classes are wanted: today for the caller.',
    'searchAll.keyword': 'A part of the name of a coach, venue or game.',
    'venues.avatar': 'The picture of the venue: its path below /aaapi/files/, null without one.',
    'venues.address': 'The street address of the venue.',
    Advert: 'An advert of the home page.',
    Found: 'What a search found, at most ten of each kind.',
    HomeStart: "Everything that the caller's home page shows at first.",
  },
}
