import type { PlayerView } from '@paidang/api/areas/people/profile'
import type { BusinessCard } from '@paidang/api/areas/views/business-cards'
import { drawable, inLines, inOneLine, type Setting } from '../../../../drawing/lay-text.ts'
import { drawing, labelAt, textAt } from '../../../../drawing/svg.ts'
import { ball, type CodeArt, gradientOf, ground, INK, portraitAt } from './parts.ts'

/** A player card, with everything that its drawing needs besides text. */
export type CardDetails = { player: PlayerView; card: BusinessCard; portrait: string | undefined }

/** In pixels. The drawing is laid out for a screen of half the width. */
const POSTER = { width: 750, height: 1000 }

const CARD = { x: 24, y: 24, width: 327, height: 424, corner: 24 }
/** The white part begins here. Its upper corners are round. */
const WORDS_TOP = 272
const LEFT = 44
const CODE = { x: 247, side: 84 }

/**
 * Draws the card as a picture to keep, on its template: portrait, level, hand, numbers, texts and code.
 * Source: UX "球员名片", mock-up 08-card-templates
 */
export function drawCardPoster({ player, card, portrait }: CardDetails, code: CodeArt): string {
  const colours = gradientOf(card.templateId)
  const { x, y, width, height, corner } = CARD
  const content = [
    `<rect width="375" height="500" fill="${INK.page}"/>`,
    `<clipPath id="card"><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${corner}"/></clipPath>`,
    `<g clip-path="url(#card)">${ground({ x, y, width, height: WORDS_TOP - y + corner }, colours)}`,
    `<path d="M${x} ${y + height}V${WORDS_TOP + corner}a${corner} ${corner} 0 0 1 ${corner} -${corner}h${width - 2 * corner}a${corner} ${corner} 0 0 1 ${corner} ${corner}V${y + height}z" fill="#fff"/></g>`,
    head({ player, card, portrait }),
    numbers(player),
    words(card),
    code({ ...CODE, y: WORDS_TOP + 24, ink: colours.to }),
    textAt(CODE.x + CODE.side / 2, WORDS_TOP + 132, '扫码约我', { size: 12, fill: INK.quiet, anchor: 'middle' }),
    textAt(375 / 2, 479, '拍档 · 约课、约球、穿线', { size: 12, fill: INK.quiet, anchor: 'middle' }),
  ].join('')
  return drawing(POSTER.width, POSTER.height, `<g transform="scale(2)">${content}</g>`)
}

function head({ player, card, portrait }: CardDetails): string {
  const white = { fill: INK.white }
  const beside = { x: 144, width: 187 }
  const region = inOneLine(player.region, { size: 13, weight: 'regular', width: beside.width })
  return [
    ball(LEFT, 47, 22),
    textAt(LEFT + 30, 64, '拍档', { ...white, size: 15, weight: 'bold' }),
    textAt(331, 63, '球员名片', { ...white, size: 12, anchor: 'end' }),
    portraitAt({ x: LEFT + 42, y: 140, radius: 42 }, { name: card.name, href: portrait }),
    nameAt(beside, card.name),
    textAt(beside.x, 152, region, { ...white, size: 13 }),
    player.levelIsUnsaid
      ? ''
      : labelAt(beside.x, 162, `等级 ${player.level.toFixed(1)}`, { size: 12, fill: INK.lime, ink: INK.onLime }),
  ].join('')
}

/** The name in large type on one line, or in smaller type on two. */
function nameAt({ x, width }: { x: number; width: number }, name: string): string {
  const [line = '', ...rest] = inLines(name, { size: 28, weight: 'bold', width, lines: 2 })
  if (rest.length === 0) return textAt(x, 131, line, { size: 28, weight: 'bold', fill: INK.white })
  return inLines(name, { size: 18, weight: 'bold', width, lines: 2 })
    .map((text, index) => textAt(x, 110 + index * 23, text, { size: 18, weight: 'bold', fill: INK.white }))
    .join('')
}

function numbers(player: PlayerView): string {
  const { handedness, handIsUnsaid, backhandStyle, backhandIsUnsaid, likesCount, ballsCount } = player
  const facts: [string, string][] = [
    ...(handIsUnsaid ? [] : [[handedness === 0 ? '右手' : '左手', '持拍'] as [string, string]]),
    ...(backhandIsUnsaid ? [] : [[backhandStyle === 'single' ? '单反' : '双反', '反手'] as [string, string]]),
    [String(likesCount), '获赞'],
    [String(ballsCount), '球局'],
  ]
  return facts
    .map(([value, label], column) => {
      const x = LEFT + column * 72
      const number = textAt(x, 223, value, { size: 18, weight: 'bold', fill: INK.white })
      return number + textAt(x, 245, label, { size: 12, fill: INK.white })
    })
    .join('')
}

function words({ title, company, introduction }: BusinessCard): string {
  const width = CODE.x - LEFT - 16
  const headline = headlineOf([title, company], { size: 16, weight: 'bold', width })
  const lines = inLines(introduction, { size: 13, weight: 'regular', width, lines: 6 - headline.length })
  let base = WORDS_TOP + 18
  return [
    ...headline.map((line) => {
      base += 22
      return textAt(LEFT, base, line, { size: 16, weight: 'bold', fill: INK.strong })
    }),
    ...lines.map((line, index) => {
      base += index === 0 ? 26 : 20
      return textAt(LEFT, base, line, { size: 13, fill: INK.quiet })
    }),
  ].join('')
}

/** Both texts on one line where they fit, otherwise each on its own line. */
function headlineOf(texts: readonly string[], setting: Setting): string[] {
  const drawn = texts.map((text) => drawable(text, setting.weight)).filter((text) => text !== '')
  const together = inLines(drawn.join(' · '), { ...setting, lines: 2 })
  if (together.length < 2 || drawn.length < 2) return together
  return drawn.map((text) => inOneLine(text, setting))
}
