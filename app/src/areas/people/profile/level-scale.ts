import { LEVELS } from '@paidang/domain/areas/profile/level'

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
