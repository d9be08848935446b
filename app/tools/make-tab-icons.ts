// Draws the mini-program's tab bar pictures (81 × 81 px, PNG) from the icons of the design, in both themes.
// Run: npx tsx app/tools/make-tab-icons.ts
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const out = fileURLToPath(new URL('../src/assets/tab/', import.meta.url))

const icons = {
  home: '<path d="M4 10.8 12 4l8 6.8V19a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 19z"/><path d="M9.5 20.5V14h5v6.5"/>',
  bookingClass:
    '<rect x="3.5" y="5" width="17" height="15.5" rx="3"/><path d="M8 3v4M16 3v4M3.5 10h17"/><path d="m9 15 2.2 2.2L15.5 13"/>',
  bookingBall:
    '<circle cx="12" cy="12" r="8.5"/><path d="M5.8 6.2c3.4 3.2 3.4 8.4 0 11.6M18.2 6.2c-3.4 3.2-3.4 8.4 0 11.6"/>',
  threading:
    '<ellipse cx="14.2" cy="9.2" rx="5.3" ry="6.6" transform="rotate(40 14.2 9.2)"/><path d="m10 14.2-6 6.3M11 5.5l6.8 6.8M9.7 9.2l5 5M14.2 4.5l5.2 5.2M17.6 5.6l-7.6 7.6M19.5 8.5l-5.8 6"/>',
  my: '<circle cx="12" cy="8" r="4"/><path d="M4.5 20.5c.6-4.3 3.6-6.5 7.5-6.5s6.9 2.2 7.5 6.5"/>',
}

/** The colours of the text below the picture; the selected shape is filled with soft green. */
const looks = {
  light: { stroke: '#6B665B', fill: 'none', width: 1.75 },
  'light-selected': { stroke: '#08794D', fill: '#EDF8F2', width: 2 },
  dark: { stroke: '#B3B0A6', fill: 'none', width: 1.75 },
  'dark-selected': { stroke: '#4FD39A', fill: '#15352A', width: 2 },
}

await mkdir(out, { recursive: true })
for (const [name, drawing] of Object.entries(icons)) {
  for (const [look, { stroke, fill, width }] of Object.entries(looks)) {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="81" height="81" viewBox="0 0 24 24" fill="${fill}" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round">${drawing}</svg>`
    await sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toFile(`${out}${name}-${look}.png`)
  }
}
