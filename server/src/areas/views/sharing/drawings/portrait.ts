import { drawable } from '../../../../drawing/lay-text.ts'
import { roundPicture, textAt } from '../../../../drawing/svg.ts'
import { INK } from './templates.ts'

type Place = { x: number; y: number; radius: number }

/**
 * Draws a person's picture around a point. Without a picture it draws the first character of the name on a light
 * ground.
 */
export function portraitAt(
  { x, y, radius }: Place,
  { name, href }: { name: string; href: string | undefined },
): string {
  if (href !== undefined) return roundPicture('portrait', { x, y, radius, href })
  const [initial = ''] = drawable(name, 'bold')
  const letter = textAt(x, y + radius * 0.33, initial, {
    size: radius * 0.9,
    weight: 'bold',
    fill: INK.onLime,
    anchor: 'middle',
  })
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="#EFF0C6"/>${letter}`
}
