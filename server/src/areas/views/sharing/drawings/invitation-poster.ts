import type { OpenedInvitation } from '@paidang/api/areas/activities/student-invitations'
import { coachTitle } from '@paidang/domain/areas/people/profile/nickname'
import { dayOf, monthDotDay } from '@paidang/domain/kernel/day'
import { inLines, inOneLine } from '../../../../drawing/lay-text.ts'
import { drawing, labelAt, textAt } from '../../../../drawing/svg.ts'
import { BRAND, ball, type CodeArt, ground, INK, portraitAt } from './parts.ts'

/** In pixels. The drawing is laid out for a screen of half the width. */
const POSTER = { width: 750, height: 1000 }

const CARD = { x: 24, y: 24, width: 327, height: 424, corner: 24 }
/** The white part begins here. Its upper corners are round. */
const WORDS_TOP = 184
const MIDDLE = 375 / 2
const CODE = { y: 212, side: 132 }

/** Draws an invitation as a picture to keep: who invites, the code of the link, for whom and until when. */
export function drawInvitationPoster(
  { coach, company, course, phone, expiresAt }: OpenedInvitation,
  portrait: string | undefined,
  code: CodeArt,
): string {
  const { x, y, width, height, corner } = CARD
  const beside = { x: 144, width: 187 }
  const white = { fill: INK.white }
  const [name = '', second] = inLines(coachTitle(coach.nickname), {
    size: 20,
    weight: 'bold',
    width: beside.width,
    lines: 2,
  })
  const lesson = inOneLine(course?.name ?? '', { size: 16, weight: 'bold', width: width - 40 })
  const until = monthDotDay(dayOf(new Date(expiresAt)))
  const content = [
    `<rect width="375" height="500" fill="${INK.page}"/>`,
    `<clipPath id="card"><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${corner}"/></clipPath>`,
    `<g clip-path="url(#card)">${ground({ x, y, width, height: WORDS_TOP - y + corner }, BRAND)}`,
    `<path d="M${x} ${y + height}V${WORDS_TOP + corner}a${corner} ${corner} 0 0 1 ${corner} -${corner}h${width - 2 * corner}a${corner} ${corner} 0 0 1 ${corner} ${corner}V${y + height}z" fill="#fff"/></g>`,
    ball(44, 47, 22),
    textAt(74, 64, '拍档', { ...white, size: 15, weight: 'bold' }),
    textAt(331, 63, '邀请你成为学员', { ...white, size: 12, anchor: 'end' }),
    portraitAt({ x: 86, y: 128, radius: 38 }, { name: coach.nickname, href: portrait }),
    textAt(beside.x, second ? 104 : 112, name, { ...white, size: 20, weight: 'bold' }),
    second ? textAt(beside.x, 127, second, { ...white, size: 20, weight: 'bold' }) : '',
    textAt(
      beside.x,
      second ? 146 : 134,
      inOneLine(company.name, { size: 13, weight: 'regular', width: beside.width }),
      {
        ...white,
        size: 13,
      },
    ),
    second
      ? ''
      : labelAt(beside.x, 144, `等级 ${coach.level.toFixed(1)}`, { size: 12, fill: INK.lime, ink: INK.onLime }),
    code({ x: MIDDLE - CODE.side / 2, y: CODE.y, side: CODE.side, ink: BRAND.to }),
    ...[
      { y: 372, text: lesson, size: 16, weight: 'bold' as const, fill: INK.strong },
      { y: lesson ? 398 : 378, text: '扫码打开，登录后同意', size: 13, fill: INK.strong },
      { y: lesson ? 420 : 402, text: `只限 ${phone}，${until} 前有效，用一次失效`, size: 12, fill: INK.quiet },
      { y: 479, text: '拍档 · 约课、约球、穿线', size: 12, fill: INK.quiet },
    ].map(({ y: base, text, ...style }) => textAt(MIDDLE, base, text, { ...style, anchor: 'middle' })),
  ].join('')
  return drawing(POSTER.width, POSTER.height, `<g transform="scale(2)">${content}</g>`)
}
