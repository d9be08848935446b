import type { LevelChange } from '@paidang/api/areas/registration'

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
