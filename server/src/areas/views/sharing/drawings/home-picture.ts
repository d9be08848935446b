import { drawing, textAt } from '../../../../drawing/svg.ts'
import { ball, ground } from './ground.ts'
import { PICTURE } from './share-picture.ts'
import { BRAND, INK } from './templates.ts'

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
