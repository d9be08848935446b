import { contractInvitation, createByCoach, joinInvitation } from '@paidang/api/areas/activities/class-actions'
import { getFullInfo, type Invitation, pageOfUser } from '@paidang/api/areas/activities/classes'
import { studentsOfCoach } from '@paidang/api/areas/activities/students'
import { receivedTrials } from '@paidang/api/areas/activities/trial-lessons'
import { pinUsualCourse, usualCourses } from '@paidang/api/areas/activities/usual-courses'
import { addDays, type Day, dayOf, weekdayOf } from '@paidang/domain/kernel/day'
import { beginOf, book, confirm, offerOf, roomOn, type Slot, type Someone } from '../run/arrange.ts'
import { now } from '../run/clock.ts'
import { logInAs } from '../run/people.ts'

/** The ids for the pictures. Most data are in the demo world. The rest is created over the calls of the app. */
export type Scenes = {
  playerId: string
  courseId: string
  /** Classes of player: requested, confirmed, completed. */
  waiting: string
  agreed: string
  held: string
  /** Requests to coach, with and without a contract, and the next class that coach confirmed. */
  asked: string
  withoutContract: string
  coachNext: string
  /** The day of the first of them. */
  askedOn: Day
  /** A class for two made by coach. player2 is invited and has not answered. */
  pair: string
  /** A class of coach2 with three players and a free seat, and the token of its share link. */
  group: { id: string; share: string }
  /** The student of coach with the most contracts. */
  manyContracts: string
  /** A confirmed class of player3 that can no longer be cancelled for free. */
  late: string
  /** The coach who offers a trial lesson, and one that waits for their answer. */
  tasted: { coachId: string; trialId: string }
}

const HOUR_MS = 3_600_000
const MORNING = 18
const LONG_AHEAD_DAYS = 90
const HOURS_BOUGHT = 10

/** Finds and creates the data for the pictures. */
export async function arrangeScenes(address: string): Promise<Scenes> {
  const [player, player2, player3, coach, coach2, coach3, solo] = await Promise.all([
    logInAs(address, 'player'),
    logInAs(address, 'player2'),
    logInAs(address, 'player3'),
    logInAs(address, 'coach'),
    logInAs(address, 'coach2'),
    logInAs(address, 'coach3'),
    logInAs(address, 'solo'),
  ])
  await pinUsualCourseOf(player)
  const hers = await classesOf(player)
  const his = await classesOf(coach)
  const withCoach = (status: Invitation['invitationStatus']) =>
    idOf(hers, `player's ${status}`, ({ coachName, invitationStatus }) => {
      return coachName === coach.logIn.userInfo.nickname && invitationStatus === status
    })
  const held = withCoach('COMPLETED')
  const asked = idOf(his, 'request', ({ initiatorName }) => initiatorName === '方可心')
  return {
    playerId: player.logIn.userInfo.userId,
    courseId: held.courseDesignId,
    waiting: withCoach('PENDING').id,
    agreed: withCoach('CONFIRMED').id,
    held: held.id,
    asked: asked.id,
    askedOn: asked.courseDate,
    withoutContract: idOf(his, 'request without a contract', ({ needContract }) => needContract).id,
    coachNext: nextOf(his).id,
    pair: idOf(his, 'class for two', ({ initiatorRole }) => initiatorRole === 'coach').id,
    group: await arrangeGroup(coach2, [player2, player3]),
    manyContracts: await withMostContracts(coach),
    late: await arrangeLate(player3, solo),
    tasted: { coachId: coach3.logIn.userInfo.userId, trialId: await waitingTrialOf(coach3) },
  }
}

async function waitingTrialOf({ call }: Someone): Promise<string> {
  const [trial] = await call(receivedTrials, {})
  if (!trial) throw new Error('no trial lesson waits for the coach')
  return trial.id
}

/** The latest classes of each of three statuses, at most 50 each. */
async function classesOf({ call }: Someone): Promise<Invitation[]> {
  const pages = ['PENDING', 'CONFIRMED', 'COMPLETED'].map((status) =>
    call(pageOfUser, { query: { current: 1, rows: 50, 'invitation.invitationStatus': status } }),
  )
  return (await Promise.all(pages)).flatMap(({ rows }) => rows.map(({ invitation }) => invitation))
}

function idOf(classes: readonly Invitation[], what: string, isIt: (one: Invitation) => boolean): Invitation {
  const found = classes.find(isIt)
  if (!found) throw new Error(`the demo world has no ${what}`)
  return found
}

function nextOf(classes: readonly Invitation[]): Invitation {
  const toCome = classes.filter(
    (one) => one.invitationStatus === 'CONFIRMED' && beginOf(one).getTime() > now().getTime(),
  )
  const [next] = toCome.sort((a, b) => beginOf(a).getTime() - beginOf(b).getTime())
  if (!next) throw new Error('the coach has no class to come')
  return next
}

/** Pins a usual course that can be booked at once, if there is one. */
async function pinUsualCourseOf({ call, logIn }: Someone): Promise<void> {
  const courses = await call(usualCourses, { params: { id: logIn.userInfo.userId } })
  const course = courses.find(({ isFree }) => isFree) ?? courses[0]
  if (!course) throw new Error('the player has no usual course')
  const { coach, stadium, courseDesignId, weekday, beginTimeSlot, endTimeSlot, selectedCourt } = course
  const key = { courseDesignId, weekday, beginTimeSlot, endTimeSlot, selectedCourt }
  await call(pinUsualCourse, { body: { coachId: coach.id, stadiumId: stadium.id, ...key } })
}

/**
 * Creates a class on a weekend morning. Two players have hours and seats, a third has not answered, and one seat is
 * free.
 */
async function arrangeGroup(coach: Someone, players: readonly Someone[]): Promise<Scenes['group']> {
  const [first] = players
  if (!first) throw new Error('nobody to invite')
  const offer = await offerOf(coach, first, '周末小班课')
  const slot = await firstRoom(weekendDays(), (day) => roomOn(day, offer, { people: [coach, ...players], length: 3 }))
  const ids = players.map(({ logIn }) => logIn.userInfo.userId)
  const { rows } = await coach.call(studentsOfCoach, {
    params: { coachId: offer.coachId },
    query: { current: 1, rows: 50 },
  })
  const third = rows.find(({ player, userCourseContracts }) => {
    return (
      !ids.includes(player.id) && userCourseContracts.some(({ courseDesign }) => courseDesign.id === offer.courseId)
    )
  })
  if (!third) throw new Error('the coach has no other student of the course')
  const { courtName: _, ...when } = slot
  const made = await coach.call(createByCoach, {
    body: {
      ...when,
      courseDesignId: offer.courseId,
      stadiumId: offer.venue.id,
      studentIds: [...ids, third.player.id],
      participantsCount: 4,
      messageToPlayers: '带好两支球拍，先到前台集合',
    },
  })
  for (const { call, logIn } of players) {
    const { userId } = logIn.userInfo
    await buyHours(coach, made, userId)
    await call(joinInvitation, { params: { a: made.id, b: userId }, body: {} })
  }
  const { reqUser } = await coach.call(getFullInfo, { params: { id: made.id }, query: {} })
  return { id: made.id, share: reqUser.shareToken ?? '' }
}

async function withMostContracts({ call, logIn }: Someone): Promise<string> {
  const query = { current: 1, rows: 50 }
  const { rows } = await call(studentsOfCoach, { params: { coachId: logIn.userInfo.userId }, query })
  const [most] = rows.sort((a, b) => b.userCourseContracts.length - a.userCourseContracts.length)
  if (!most) throw new Error('the coach has no student')
  return most.player.id
}

/** Creates a class within a day. Its coach is independent, and forgives no late cancellation. */
async function arrangeLate(player: Someone, coach: Someone): Promise<string> {
  const offer = await offerOf(coach, player, '一对一技术精修')
  const today = dayOf(now())
  const slot = await firstRoom([today, addDays(today, 1)], async (day) => {
    const room = await roomOn(day, offer, { people: [player, coach], length: 2 })
    return room.filter((one) => {
      const ahead = beginOf(one).getTime() - now().getTime()
      return ahead > 2 * HOUR_MS && ahead < 23 * HOUR_MS
    })
  })
  const made = await book(player, offer, [slot])
  if (made.needContract) await buyHours(coach, made, player.logIn.userInfo.userId)
  await confirm(coach, made)
  return made.id
}

async function buyHours(coach: Someone, { id, courseDate }: Invitation, userId: string): Promise<void> {
  const expiryDate = addDays(courseDate, LONG_AHEAD_DAYS)
  await coach.call(contractInvitation, { params: { id }, body: { userId, sessions: HOURS_BOUGHT, expiryDate } })
}

/** The weekend days of the next week, from the day after tomorrow on. */
function weekendDays(): Day[] {
  const today = dayOf(now())
  const days = Array.from({ length: 7 }, (_, index) => addDays(today, 2 + index))
  return days.filter((day) => [0, 6].includes(weekdayOf(day)))
}

/** The first free slot of these days that begins at MORNING or later, else the first one at all. */
async function firstRoom(days: readonly Day[], roomOf: (day: Day) => Promise<Slot[]>): Promise<Slot> {
  const rooms = (await Promise.all(days.map(roomOf))).flat()
  const slot = rooms.find(({ beginTimeSlot }) => beginTimeSlot >= MORNING) ?? rooms[0]
  if (!slot) throw new Error('no room')
  return slot
}
