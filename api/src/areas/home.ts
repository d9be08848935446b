import { type Static, Type } from 'typebox'
import { outcomes } from '../catalogue/outcomes.ts'
import type { Endpoint } from '../endpoint.ts'
import { Day, DayInput, Id, orNull } from '../shapes.ts'
import { BallSummary } from './balls.ts'
import { InvitationResponse } from './classes.ts'
import { PlayerView } from './profile.ts'
import { UsualCourse } from './usual-courses.ts'

/** An advert. `target` is a route of the app. */
export const Advert = Type.Object({
  id: Id,
  label: Type.String(),
  title: Type.String(),
  subtitle: Type.String(),
  image: orNull(Type.String()),
  target: orNull(Type.String()),
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

/**
 * The first content of the home page. Each part equals the answer of its own call. `unfinished` is empty for a player.
 * `today` are the caller's classes of `date`. `live` are those that still change. `games` are the caller's own that are
 * not over, `pastGames` the last ones that are, `nearbyGames` the next public ones. `profile` is the caller's own.
 */
export const HomeStart = Type.Object({
  topAdverts: Type.Array(Advert),
  usualCourses: Type.Array(UsualCourse),
  live: Type.Array(InvitationResponse),
  unfinished: Type.Array(InvitationResponse),
  today: Type.Array(InvitationResponse),
  games: Type.Array(BallSummary),
  nearbyGames: Type.Array(BallSummary),
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
  summary: 'Finds coaches, venues and open public games by a typed text',
  outcome: outcomes.search,
  query: Type.Object({ keyword: Type.String({ minLength: 1, maxLength: 40 }) }),
  data: Found,
} satisfies Endpoint
