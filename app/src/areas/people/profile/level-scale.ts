import type { LevelChange } from '@paidang/api/areas/people/registration'
import { LEVELS } from '@paidang/domain/areas/people/profile/level'

/** The abilities of each level, from the lowest one in steps of a half. */
const ABILITIES = [
  '刚开始学',
  '能和教练慢速对打',
  '能打上几个来回',
  '能和水平相近的人对打',
  '对打稳定，可以打比赛',
  '能控制方向和深度',
  '正反手都可靠，有自己的打法',
  '能用旋转和节奏变化得分',
  '比赛经验丰富，少有弱点',
  '能打进市级比赛的正赛',
  '能打进省级比赛的正赛',
  '专业队水平',
  '职业水平',
]

/** The abilities of a player of this level. */
export function abilityOf(level: number): string {
  return ABILITIES[Math.round((level - LEVELS.least) / LEVELS.step)] ?? ''
}

/** 等级 3.5; empty while nobody said a level. */
export function levelText({ level, levelIsUnsaid }: { level: number; levelIsUnsaid?: boolean }): string {
  return levelIsUnsaid ? '' : `等级 ${level.toFixed(1)}`
}

/** Returns the level that somebody said; null where nobody did, and while the player is unknown. */
export function saidLevel(player: { level: number; levelIsUnsaid?: boolean } | undefined): number | null {
  return player === undefined || player.levelIsUnsaid ? null : player.level
}

type Basis = Pick<LevelChange, 'source' | 'by'>

/** The basis of a level, in a row of its history. */
export function sourceText({ source, by }: Basis): string {
  if (source === 'SELF') return '自己填写'
  if (source === 'RESULTS') return '战绩变化'
  return by ? `教练 ${by.nickname} 评定` : '教练评定'
}

/** The basis of the present level as a sentence, which also tells who may change it. */
export function basisSentence(latest: Basis | undefined): string {
  if (!latest || latest.source === 'SELF')
    return '自己填写的等级，可以在个人资料里修改。教练评定或记录比分后，以评定和战绩为准。'
  if (latest.source === 'COACH') return '教练评定的等级。之后随已确认的比分变化，自己不能修改。'
  return '随已确认的比分变化的等级，自己不能修改。'
}
