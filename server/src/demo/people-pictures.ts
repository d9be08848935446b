import { bigBall, placed, racket } from './objects.ts'

/** Sky, court and what stands around it; the racket's frame and strings. */
const PHOTOS = [
  { sky: '#CFE6F5', court: '#3C7FB1', around: '#2E6B4F', frame: '#D7F04A', strings: '#F6FBD8' },
  { sky: '#FBE3C0', court: '#C0663C', around: '#8A4527', frame: '#26241F', strings: '#E9D6C6' },
  { sky: '#1F2A44', court: '#2E6B4F', around: '#16352A', frame: '#FFFFFF', strings: '#BFD9C9' },
] as const

/** A picture that somebody took on a court as SVG, `size` pixels square: the lines, a racket that leans, a ball. No person, no text. */
export function photoSvg(n: number, size: number): string {
  const look = PHOTOS[n % PHOTOS.length]
  if (!look) throw new RangeError(`No photo ${n}`)
  const thing = racket({ frame: look.frame, strings: look.strings, grip: '#26241F' })
  const tilt = 18 + 9 * (n % 4)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 300 300">
    <rect width="300" height="300" fill="${look.sky}"/><rect y="96" width="300" height="204" fill="${look.around}"/>
    <path d="M-20 300 90 118h120l110 182z" fill="${look.court}"/>
    <path d="M-20 300 90 118h120l110 182M43 196h214M150 118v78M64 160h172" fill="none" stroke="#fff" stroke-width="3"/>
    <path d="M40 150h220v-26H40z" fill="#fff" opacity=".35"/><path d="M40 124h220" stroke="#fff" stroke-width="4"/>
    ${placed(thing, 96, 128, 1.35, tilt)}${bigBall(72, 250, 17)}</svg>`
}

/** A coach's certificate on a desk as SVG, in pixels: a frame, lines for its words, a ribbon and a seal. No text in it. */
export function certificateSvg(width: number, height: number): string {
  const lines = [210, 250, 420, 460, 500, 540].map(
    (y, index) =>
      `<rect x="${index < 2 ? 230 : 140}" y="${y}" width="${index < 2 ? 260 : 440 - 40 * index}" height="12" rx="6" fill="#B9A77C"/>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 720 992">
    <rect width="720" height="992" fill="#5E6B62"/><rect x="60" y="90" width="600" height="812" fill="#FFFDF4"/>
    <rect x="84" y="114" width="552" height="764" fill="none" stroke="#C9A85A" stroke-width="6"/>
    <rect x="98" y="128" width="524" height="736" fill="none" stroke="#C9A85A" stroke-width="2"/>${lines.join('')}
    <path d="M470 700l-26 110 36-20 36 20-26-110z" fill="#B3402F"/><circle cx="480" cy="690" r="58" fill="#D2553F"/>
    <circle cx="480" cy="690" r="44" fill="none" stroke="#FBE3C0" stroke-width="4"/>${bigBall(480, 690, 24)}</svg>`
}
