import type { BallSummary } from '@paidang/api/areas/balls'
import type { BallView } from './ball-queries.ts'

const METRES_PER_KM = 1_000

/** The reply of a game in a list. For a guest it has no own seat. Distances are rounded to ten metres. */
export function presentBall(row: BallView): BallSummary {
  return {
    id: row.id,
    initiatorId: row.initiatorId,
    userId: row.userId,
    cloudImagePathResize: row.cloudImagePathResize,
    title: row.title,
    sport: row.sport,
    matchType: row.matchType,
    stadiumId: row.stadiumId,
    stadiumName: row.stadiumName,
    stadiumAvatar: row.stadiumAvatar,
    district: row.district,
    courtName: row.courtName,
    place: row.place,
    activityDate: row.activityDate,
    beginTimeSlot: row.beginTimeSlot,
    endTimeSlot: row.endTimeSlot,
    levelFrom: row.levelFrom,
    levelTo: row.levelTo,
    genderRule: row.genderRule,
    minPlayers: row.minPlayers,
    maxPlayers: row.maxPlayers,
    seatsTaken: row.seatsTaken,
    feeMode: row.feeMode,
    feeFen: row.feeFen,
    isPublic: row.isPublic,
    status: row.status,
    closesAt: row.closesAt.toISOString(),
    participants: row.participants.map(({ id, nickname, avatar }) => ({ id, nickname, avatar })),
    mySeat: row.mySeat,
    isWaiting: row.isWaiting,
    revision: row.revision,
    distanceKm: row.distanceKm === null ? null : Math.round((row.distanceKm * METRES_PER_KM) / 10) / 100,
  }
}
