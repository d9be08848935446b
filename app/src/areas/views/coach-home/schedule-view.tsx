import { View } from '@tarojs/components'
import { useState } from 'react'
import { COACH_HOME_KEY } from '../../../platform/cache-keys'
import { useFreshOnShow } from '../../../platform/fresh-on-show'
import { Page } from '../../../ui/page'
import { Segmented } from '../../../ui/segmented'
import { CoachOnly } from '../../people/auth/coach-only'
import { ScheduleList } from './parts/schedule-list'
import { ScheduleWeek } from './parts/schedule-week'
import styles from './schedule-view.module.scss'

const VIEWS = [
  { key: 'list', text: '列表' },
  { key: 'week', text: '周' },
] as const

const KEYS = [COACH_HOME_KEY]

/** 排期: every class of the coach as a list, and a week at a glance. */
export function ScheduleView() {
  return (
    <Page title="排期">
      <CoachOnly>
        <Schedule />
      </CoachOnly>
    </Page>
  )
}

function Schedule() {
  const [view, setView] = useState<(typeof VIEWS)[number]['key']>('list')
  useFreshOnShow(KEYS)
  return (
    <>
      <View className={styles.views}>
        <Segmented label="查看方式" items={VIEWS} value={view} onChange={setView} />
      </View>
      {view === 'list' ? <ScheduleList /> : <ScheduleWeek />}
    </>
  )
}
