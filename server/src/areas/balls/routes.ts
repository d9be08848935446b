import * as balls from '@paidang/api/areas/balls'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import { listPublicBalls, type PublicBallRow } from './queries.ts'

export default async function ballsRoutes(app: FastifyInstance) {
  serve(app, balls.publicBalls, async ({ query: { current, rows }, db, now }) => {
    const page = await listPublicBalls(db, { current, rows, now })
    return { rows: page.rows.map(presentBall), total: page.total }
  })
}

function presentBall(row: PublicBallRow): balls.BallSummary {
  return {
    id: row.id,
    title: row.title,
    sport: row.sport,
    matchType: row.matchType,
    stadiumName: row.stadiumName,
    courtName: row.courtName,
    place: row.place,
    activityDate: row.activityDate,
    beginTimeSlot: row.beginTimeSlot,
    endTimeSlot: row.endTimeSlot,
    levelFrom: row.levelFrom,
    levelTo: row.levelTo,
    maxPlayers: row.maxPlayers,
    seatsTaken: row.seatsTaken,
    feeFen: row.feeFen,
    status: row.status,
    participants: row.participants.map(({ id, nickname, avatar }) => ({ id, nickname, avatar })),
  }
}
