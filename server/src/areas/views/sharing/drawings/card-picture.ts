import { inOneLine } from '../../../../drawing/lay-text.ts'
import { drawing, labelAt, textAt } from '../../../../drawing/svg.ts'
import type { CardDetails } from './card-poster.ts'
import { ball, ground } from './ground.ts'
import { portraitAt } from './portrait.ts'
import { PICTURE } from './share-picture.ts'
import { gradientOf, INK } from './templates.ts'

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
      labelAt(width - 212, 36, `等级 ${player.level.toFixed(1)}`, { size: 36, fill: INK.lime, ink: INK.onLime }),
      portraitAt({ x: middle, y: 250, radius: 132 }, { name: card.name, href: portrait }),
      textAt(middle, 482, name, { size: 76, weight: 'bold', fill: INK.white, anchor: 'middle' }),
      textAt(middle, 546, line, { size: 34, fill: INK.white, anchor: 'middle' }),
    ].join(''),
  )
}
