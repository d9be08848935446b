import { CARD_TEMPLATES, type CardTemplateId } from '@paidang/domain/areas/views/business-cards/business-card'
import { encode } from 'uqr'
import { drawable } from '../../../../drawing/lay-text.ts'
import { roundPicture, textAt } from '../../../../drawing/svg.ts'

/** A gradient of two colours, the first at the top. */
type Gradient = { from: string; to: string }

/** The colours of the product itself. Source: UX "Colours" */
export const BRAND: Gradient = { from: '#0A7F54', to: '#07563B' }

/** The colours of a template. */
export function gradientOf(id: CardTemplateId): Gradient {
  return CARD_TEMPLATES.find((template) => template.id === id) ?? BRAND
}

/** The colours of texts and marks on the grounds. Source: UX "Colours" */
export const INK = {
  white: '#FFFFFF',
  lime: '#D7F04A',
  onLime: '#0B3325',
  page: '#F5F4F0',
  strong: '#1B1A16',
  quiet: '#6B665B',
} as const

type Box = { x: number; y: number; width: number; height: number }

/** Draws a gradient from one colour to another, with the lines of a court on it. */
export function ground({ x, y, width, height }: Box, { from, to }: Gradient): string {
  // The lines were drawn for a screen of 375 by 240. They are cut off at the edges.
  const scale = Math.max(width / 375, height / 240)
  return `<linearGradient id="ground" x1="0.3" y1="0" x2="0.6" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient><clipPath id="edge"><rect x="${x}" y="${y}" width="${width}" height="${height}"/></clipPath><g clip-path="url(#edge)"><rect x="${x}" y="${y}" width="${width}" height="${height}" fill="url(#ground)"/><g transform="translate(${x + (width - 375 * scale) / 2} ${y + (height - 240 * scale) / 2}) scale(${scale})" fill="none" stroke="#fff" stroke-width="2" opacity="0.18"><path d="M150 -40 L420 40 L330 300 L60 220z"/><path d="M184 -30 L94 230M386 30 L296 290"/><path d="M132 62 L334 122M105 140L307 200M233 92 L206 170"/></g></g>`
}

/** Draws the ball of the product's logo; `side` is its width. */
export function ball(x: number, y: number, side: number): string {
  return `<g transform="translate(${x} ${y}) scale(${side / 48})"><circle cx="24" cy="24" r="22" fill="#D7F04A"/><path d="M9 8c8 8 8 24 0 32M39 8c-8 8-8 24 0 32" fill="none" stroke="#fff" stroke-width="3"/><path d="M46 24a22 22 0 0 1-36 17c14 6 31-2 34-26a22 22 0 0 1 2 9z" fill="#A9C71C" opacity=".55"/></g>`
}

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

/** The place of a code, and the colour of its dark parts where it has only one. */
type CodePlace = { x: number; y: number; side: number; ink: string }
/** Draws a code at a place. */
export type CodeArt = (place: CodePlace) => string

/** A code that any camera reads. It has no blank edge: the ground around it serves as one. */
export function textCode(text: string): CodeArt {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return ({ x, y, side, ink }) =>
    `<g transform="translate(${x} ${y}) scale(${side / size})" shape-rendering="crispEdges"><path fill="${ink}" d="${path}"/></g>`
}

/** A code that was drawn elsewhere, for example by WeChat for the mini-program. */
export function pictureCode(png: Buffer): CodeArt {
  const href = `data:image/png;base64,${png.toString('base64')}`
  return ({ x, y, side }) => `<image x="${x}" y="${y}" width="${side}" height="${side}" href="${href}"/>`
}
