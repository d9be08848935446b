import type { Gradient } from './templates.ts'

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
