import type { BallStatus } from '@paidang/domain/areas/activities/balls/ball-status'
import { type Day, dateAndWeekday } from '@paidang/domain/kernel/day'
import { type Fen, yuanOf } from '@paidang/domain/kernel/fen'
import { type HalfHour, whenOf } from '@paidang/domain/kernel/half-hour'
import { inLines, inOneLine } from '../../../../drawing/lay-text.ts'
import { drawing, labelAt, textAt } from '../../../../drawing/svg.ts'
import type { CardDetails } from './card-poster.ts'
import { BRAND, ball, type CodeArt, gradientOf, ground, INK, portraitAt } from './parts.ts'

/** The size of the picture that WeChat shows for a shared page, 5:4. Source: WeChat documents, onShareAppMessage */
const PICTURE = { width: 750, height: 600 }

/** Draws the picture of the product itself for a chat. */
export function drawHomePicture(): string {
  const { width, height } = PICTURE
  const middle = width / 2
  return drawing(
    width,
    height,
    [
      ground({ x: 0, y: 0, width, height }, BRAND),
      ball(middle - 90, 96, 180),
      textAt(middle, 400, '拍档', { size: 96, weight: 'bold', fill: INK.white, anchor: 'middle' }),
      textAt(middle, 480, '约课 · 约球 · 穿线', { size: 42, fill: INK.white, anchor: 'middle' }),
    ].join(''),
  )
}

/** Draws the picture of a card for a chat: portrait, name and level, readable at a small size. Source: UX "球员名片" */
export function drawCardPicture({ player, card, portrait }: CardDetails): string {
  const { width, height } = PICTURE
  const middle = width / 2
  const name = inOneLine(card.name, { size: 76, weight: 'bold', width: width - 80 })
  const line = inOneLine([card.title, player.region].filter(Boolean).join(' · '), {
    size: 34,
    weight: 'regular',
    width: width - 80,
  })
  return drawing(
    width,
    height,
    [
      ground({ x: 0, y: 0, width, height }, gradientOf(card.templateId)),
      ball(40, 36, 56),
      textAt(110, 78, '拍档', { size: 38, weight: 'bold', fill: INK.white }),
      player.levelIsUnsaid
        ? ''
        : labelAt(width - 212, 36, `等级 ${player.level.toFixed(1)}`, { size: 36, fill: INK.lime, ink: INK.onLime }),
      portraitAt({ x: middle, y: 250, radius: 132 }, { name: card.name, href: portrait }),
      textAt(middle, 482, name, { size: 76, weight: 'bold', fill: INK.white, anchor: 'middle' }),
      textAt(middle, 546, line, { size: 34, fill: INK.white, anchor: 'middle' }),
    ].join(''),
  )
}

/** The data of a game that its picture shows. */
type BallDetails = {
  title: string
  status: BallStatus
  activityDate: Day
  beginTimeSlot: HalfHour
  endTimeSlot: HalfHour
  stadiumName: string | null
  courtName: string | null
  place: string | null
  levelFrom: number
  levelTo: number
  maxPlayers: number
  seatsTaken: number
  feeFen: Fen
}

const LEFT = 48
const BAND = 456

/** Draws the picture of a game for a chat: its name, time and place, and whether a seat is free. */
export function drawBallPicture(game: BallDetails): string {
  const { width, height } = PICTURE
  const inner = width - 2 * LEFT
  const { activityDate: day, beginTimeSlot, endTimeSlot } = game
  const title = inLines(game.title, { size: 60, weight: 'bold', width: inner, lines: 2 })
  const when = `${dateAndWeekday(day)} ${whenOf(beginTimeSlot, endTimeSlot)}`
  const where = [game.stadiumName ?? game.place, game.courtName].filter(Boolean).join(' ')
  const white = { fill: INK.white }
  const fee = game.feeFen > 0 ? `¥${yuanOf(game.feeFen)}` : '免费'
  return drawing(
    width,
    height,
    [
      ground({ x: 0, y: 0, width, height }, BRAND),
      ball(LEFT, 40, 52),
      textAt(LEFT + 66, 80, '拍档 · 约球', { ...white, size: 34, weight: 'bold' }),
      // A single line takes the vertical middle of two lines.
      ...title.map((line, index) =>
        textAt(LEFT, (title.length === 1 ? 212 : 176) + index * 74, line, { ...white, size: 60, weight: 'bold' }),
      ),
      textAt(LEFT, 334, inOneLine(when, { size: 44, weight: 'bold', width: inner }), {
        ...white,
        size: 44,
        weight: 'bold',
      }),
      textAt(LEFT, 402, inOneLine(where, { size: 36, weight: 'regular', width: inner }), { ...white, size: 36 }),
      `<rect y="${BAND}" width="${width}" height="${height - BAND}" fill="#fff"/>`,
      labelAt(LEFT, BAND + 37, seatsText(game), { size: 44, fill: INK.lime, ink: INK.onLime }),
      textAt(width - LEFT, BAND + 64, `等级 ${game.levelFrom.toFixed(1)}–${game.levelTo.toFixed(1)}`, {
        size: 36,
        fill: INK.strong,
        anchor: 'end',
      }),
      textAt(width - LEFT, BAND + 114, fee, { size: 36, weight: 'bold', fill: INK.strong, anchor: 'end' }),
    ].join(''),
  )
}

function seatsText({ status, maxPlayers, seatsTaken }: BallDetails): string {
  if (status === 'CANCELLED') return '已取消'
  if (status === 'FINISHED') return '已结束'
  return seatsTaken < maxPlayers ? `缺 ${maxPlayers - seatsTaken} 人` : '已满员'
}

/** In pixels. */
const SIDE = 600
/** The blank edge that a scanner needs to find a code. It is more than four modules of any code for an address. */
const EDGE = 72

/** Draws a code for scanning, alone on white. Its dark colour is readable in both themes and on paper. */
export function drawCodePicture(code: CodeArt, ink: string = INK.onLime): string {
  const place = { x: EDGE, y: EDGE, side: SIDE - 2 * EDGE, ink }
  return drawing(SIDE, SIDE, `<rect width="${SIDE}" height="${SIDE}" fill="#fff"/>${code(place)}`)
}
