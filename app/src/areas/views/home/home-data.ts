import * as balls from '@paidang/api/areas/activities/balls'
import { ballsOfUser, publicBalls } from '@paidang/api/areas/activities/balls'
import * as classes from '@paidang/api/areas/activities/classes'
import { agenda, type InvitationResponse, pageOfUser } from '@paidang/api/areas/activities/classes'
import { myClaims } from '@paidang/api/areas/activities/roster'
import { receivedTrials } from '@paidang/api/areas/activities/trial-lessons'
import { usualCourses } from '@paidang/api/areas/activities/usual-courses'
import { coachesOfPlayer } from '@paidang/api/areas/places/relations'
import { unfinishedOfCoach } from '@paidang/api/areas/views/coach-home'
import * as home from '@paidang/api/areas/views/home'
import { HOME_GAMES } from '@paidang/api/areas/views/home'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import type { Data } from '@paidang/api/endpoint'
import type { BallGroup } from '@paidang/domain/areas/activities/balls/ball-status'
import { effectiveStatus, isOffered, waitsForCoach, whyNot } from '@paidang/domain/areas/activities/classes/invitation'
import { type Day, dayOf } from '@paidang/domain/kernel/day'
import { FIRST_PAGE, MAX_ROWS } from '@paidang/domain/kernel/page'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { BALLS_KEY, OWN_CLASSES_KEY, USUAL_COURSES_KEY } from '../../../platform/cache-keys'
import { call, readyAnswer } from '../../../platform/call'
import { goTo } from '../../../platform/navigate'
import { useOpening } from '../../../platform/opening'
import { readKey, useRead } from '../../../platform/read'
import { useUserId } from '../../../platform/session'
import { showDone } from '../../../platform/toast'
import { useMinute, useToday } from '../../../platform/use-minute'
import { NEARBY_BALLS } from '../../activities/balls/ball-data'
import { asRulesWant } from '../../activities/booking/class-times'
import { usualCoursesOf } from '../../activities/booking/usual-course-data'
import { UNFINISHED_KEY } from '../../activities/classes/unfinished-data'
import { ROSTER_KEY } from '../../activities/roster/roster-data'
import { RECEIVED_TRIALS_KEY } from '../../activities/trial-lessons/trial-lessons-data'
import { adoptUserType, profileKey } from '../../people/profile/player-data'

export const ADVERTS_KEY = ['home', 'adverts'] as const

/** Fetches the page in one call. */
export function useHomeOpening(): void {
  const userId = useUserId()
  const date = dayOf(new Date())
  const keys = {
    topAdverts: readKey(ADVERTS_KEY, home.homeTopAdverts, userId, {}),
    usualCourses: readKey(USUAL_COURSES_KEY, usualCourses, userId, usualCoursesOf(userId)),
    live: readKey(OWN_CLASSES_KEY, pageOfUser, userId, LIVE_CLASSES),
    unfinished: readKey(UNFINISHED_KEY, unfinishedOfCoach, userId, {}),
    trials: readKey(RECEIVED_TRIALS_KEY, receivedTrials, userId, {}),
    today: readKey(OWN_CLASSES_KEY, agenda, userId, classesOn(date)),
    games: readKey(BALLS_KEY, ballsOfUser, userId, liveBallsOf(userId)),
    nearbyGames: readKey(BALLS_KEY, publicBalls, userId, NEARBY_BALLS),
    coaches: readKey(['relations'], coachesOfPlayer, userId, { params: { playerId: userId ?? '' } }),
    claims: readKey(ROSTER_KEY, myClaims, userId, {}),
    pastGames: readKey(BALLS_KEY, ballsOfUser, userId, pastBallsOf(userId)),
    adverts: readKey(ADVERTS_KEY, home.homeAdverts, userId, {}),
    profile: profileKey(userId),
  }
  const input = { query: { date } }
  const parts = (start: Data<typeof home.homeStart>) => {
    const { live, games, nearbyGames, pastGames } = start
    const pages = { live: page(live), games: page(games), nearbyGames: page(nearbyGames), pastGames: page(pastGames) }
    return { ...start, ...pages }
  }
  const ready = () => {
    const start = readyAnswer(home.homeStart, input)
    if (!start) return undefined
    // Not while the page is drawn.
    void Promise.resolve(start.profile).then(adoptUserType)
    return parts(start)
  }
  const ask = async () => {
    const start = await call(home.homeStart, input)
    adoptUserType(start.profile)
    return parts(start)
  }
  useOpening(userId, keys, ask, ready)
}

/** The page of a list that has no further one. */
const page = <Row>(rows: Row[]) => ({ rows, total: rows.length })

/** The adverts of the carousel. */
export function useTopAdverts() {
  return useRead(ADVERTS_KEY, home.homeTopAdverts, {})
}

/** The adverts in the body of the page. */
export function useHomeAdverts() {
  return useRead(ADVERTS_KEY, home.homeAdverts, {})
}

/** How long adverts are on the screen before they count as seen, in milliseconds. */
const SEEN_AFTER_MS = 3_000
const seenAdverts = new Set<string>()
/** Those on the screen that do not count yet. The first that counts takes the others along in its call. */
const shownAdverts = new Set<string>()

function countShown(): void {
  const seen = [...shownAdverts].filter((id) => !seenAdverts.has(id))
  shownAdverts.clear()
  if (seen.length === 0) return
  for (const id of seen) seenAdverts.add(id)
  call(home.countAdverts, { body: { seen } }).catch(() => undefined)
}

/** Counts adverts that are on the screen, each once while the app is open. A lost count is no fault to show. */
export function useSeenAdverts(adverts: readonly home.Advert[]): void {
  const ids = adverts.map(({ id }) => id).join()
  useEffect(() => {
    if (ids === '') return
    const own = ids.split(',')
    for (const id of own) shownAdverts.add(id)
    const timer = setTimeout(countShown, SEEN_AFTER_MS)
    return () => {
      clearTimeout(timer)
      for (const id of own) shownAdverts.delete(id)
    }
  }, [ids])
}

/** Counts the press, and opens what the advert leads to. */
export function openAdvert({ id }: home.Advert, route: string): void {
  call(home.countAdverts, { body: { seen: [], pressed: id } }).catch(() => undefined)
  goTo(route)
}

/** The query keys of the blocks of the page. */
export const HOME_KEYS = [
  ADVERTS_KEY,
  USUAL_COURSES_KEY,
  OWN_CLASSES_KEY,
  UNFINISHED_KEY,
  RECEIVED_TRIALS_KEY,
  BALLS_KEY,
]

/** Fetches every block of the page again. Resolves when the last has answered; each block reports its own failure. */
export function useReloadHome() {
  const queryClient = useQueryClient()
  return async () => {
    await Promise.all(HOME_KEYS.map((queryKey) => queryClient.refetchQueries({ queryKey, type: 'active' })))
    const queries = HOME_KEYS.flatMap((queryKey) => queryClient.getQueryCache().findAll({ queryKey, type: 'active' }))
    if (queries.every(({ state }) => state.status === 'success')) showDone(outcomes.refreshInformation)
  }
}

/** What is read for the user's classes that can still change, the latest change first. */
const LIVE_CLASSES = {
  query: { current: 1, rows: MAX_ROWS, 'invitation.invitationStatus': 'PENDING,CONFIRMED' },
}

/** What is read for the user's classes of a day. */
const classesOn = (day: Day) => ({ query: { from: day, days: 1 } })

/**
 * What waits for the user. These are unconfirmed classes the user requested or takes part in, invitations, and for a
 * coach the requests to answer.
 */
export function useWaitingClasses() {
  const { data: { rows } = { rows: [] }, isLoading } = useRead(OWN_CLASSES_KEY, classes.pageOfUser, LIVE_CLASSES)
  const now = useMinute()
  return {
    asPlayer: pendingAsPlayer(rows, now),
    invites: invitesOfPlayer(rows, now),
    offers: offersToPlayer(rows, now),
    past: pastForPlayer(rows, now),
    forCoach: requestsForCoach(rows, now),
    isLoading,
  }
}

/** The user's classes of today, as player and as coach, by begin. */
export function useClassesOfToday() {
  const now = useMinute()
  const today = dayOf(now)
  const query = useRead(OWN_CLASSES_KEY, classes.agenda, classesOn(today))
  return { ...query, data: query.data && classesOnDay(query.data, today, now) }
}

/** What is read for the user's games of a group, the latest first. */
const ballsOf = (userId: string | null, group: BallGroup, rows: number) => ({
  params: { group, userId: userId ?? '' },
  query: { current: FIRST_PAGE, rows, sort: 'activityTime' as const, sord: 'desc' as const },
})

/** The games that are not over, and the last ones that are. */
const liveBallsOf = (userId: string | null) => ballsOf(userId, '1', MAX_ROWS)
const pastBallsOf = (userId: string | null) => ballsOf(userId, '2', HOME_GAMES)

/** The games of today in which the user has a seat and which are not over. */
export function useBallsOfToday() {
  const query = useRead(BALLS_KEY, balls.ballsOfUser, liveBallsOf(useUserId()))
  const today = useToday()
  const isToday = ({ activityDate, mySeat }: balls.BallSummary) => activityDate === today && mySeat !== null
  return { ...query, data: query.data?.rows.filter(isToday) }
}

/** The user's last games that are over. */
export function useBallRecords() {
  return useRead(BALLS_KEY, balls.ballsOfUser, pastBallsOf(useUserId()), { select: ({ rows }) => rows })
}

/** Statuses of a class that takes place, or may take place. */
const STANDING = ['PENDING', 'CONFIRMED', 'COMPLETED']

/** A request past its time counts as expired, even if the fetched status is older. */
function statusOf({ invitation }: InvitationResponse, now: Date) {
  return effectiveStatus({ ...invitation, expiresAt: new Date(invitation.expiresAt) }, now)
}

/** The active classes on this day that the user takes part in, by begin. */
export function classesOnDay(classes: readonly InvitationResponse[], day: Day, now: Date): InvitationResponse[] {
  return classes
    .filter(
      (response) =>
        response.invitation.courseDate === day && takesPart(response) && STANDING.includes(statusOf(response, now)),
    )
    .sort(byTime)
}

/** The requests that wait for the answer of this coach, the first to expire first. */
export function requestsForCoach(classes: readonly InvitationResponse[], now: Date): InvitationResponse[] {
  return classes
    .filter(
      (response) =>
        response.role === 'coach' &&
        // A class that the coach created waits for a player.
        waitsForCoach(response.invitation) &&
        statusOf(response, now) === 'PENDING',
    )
    .sort((a, b) => Date.parse(a.invitation.expiresAt) - Date.parse(b.invitation.expiresAt))
}

/** The unconfirmed classes that the user takes part in as a player. */
export function pendingAsPlayer(classes: readonly InvitationResponse[], now: Date): InvitationResponse[] {
  return classes.filter(
    (response) => response.role !== 'coach' && takesPart(response) && statusOf(response, now) === 'PENDING',
  )
}

/** The user's own requests for which the coach offers another time, the first to expire first. */
export function offersToPlayer(classes: readonly InvitationResponse[], now: Date): InvitationResponse[] {
  return classes
    .filter(
      (response) =>
        response.role === 'initiator' && isOffered(response.invitation) && statusOf(response, now) === 'PENDING',
    )
    .sort((a, b) => Date.parse(a.invitation.expiresAt) - Date.parse(b.invitation.expiresAt))
}

/** The classes that coaches entered after they were held and that wait for this player, the first to be due first. */
export function pastForPlayer(classes: readonly InvitationResponse[], now: Date): InvitationResponse[] {
  return classes
    .filter(
      ({ mustAgree, invitation }) =>
        mustAgree && whyNot('agree-past', asRulesWant(invitation), ['participant'], now) === undefined,
    )
    .sort((a, b) => Date.parse(a.invitation.expiresAt) - Date.parse(b.invitation.expiresAt))
}

/** The classes that the user is invited to and can still join: not begun, with a free seat; the earliest first. */
export function invitesOfPlayer(classes: readonly InvitationResponse[], now: Date): InvitationResponse[] {
  return classes.filter((response) => response.responseStatus === 'INVITED' && mayJoin(response, now)).sort(byTime)
}

function mayJoin({ invitation }: InvitationResponse, now: Date): boolean {
  return whyNot('join', asRulesWant(invitation), ['viewer'], now) === undefined
}

/** Neither merely invited nor withdrawn. */
function takesPart({ responseStatus }: InvitationResponse): boolean {
  return responseStatus === 'JOINED' || responseStatus === 'COACH'
}

function byTime({ invitation: a }: InvitationResponse, { invitation: b }: InvitationResponse): number {
  if (a.courseDate !== b.courseDate) return a.courseDate < b.courseDate ? -1 : 1
  return a.beginTimeSlot - b.beginTimeSlot
}
