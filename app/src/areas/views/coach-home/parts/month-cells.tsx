import { lessonHoursText } from '@paidang/domain/areas/contracts/contract'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { recordsPath, schedulePath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { Card } from '../../../../ui/card'
import { Cell } from '../../../../ui/cell'
import { useCoachFigures } from '../day-board-data'

/** The links below the day: all classes, and the totals of the month. */
export function MonthCells() {
  const { data } = useCoachFigures()
  const month = data && `${lessonHoursText(data.monthTaughtHours)} 小时，¥${yuanOf(data.monthIncomeFen)}`
  return (
    <Card flush>
      <Cell icon="calendar" title="排期" onPress={() => goTo(schedulePath())} />
      <Cell icon="document" title="本月授课" value={month} onPress={() => goTo(recordsPath())} />
    </Card>
  )
}
