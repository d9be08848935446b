import type { PlayerView } from '@paidang/api/areas/profile'

/** Handedness and backhand in one word, 右手双反. Source: specification §3 "Handedness". */
export function handText({ handedness, backhandStyle }: Pick<PlayerView, 'handedness' | 'backhandStyle'>): string {
  return `${handedness === 0 ? '右手' : '左手'}${backhandStyle === 'double' ? '双反' : '单反'}`
}

/** 等级 3.5 */
export function levelText(level: number): string {
  return `等级 ${level.toFixed(1)}`
}
