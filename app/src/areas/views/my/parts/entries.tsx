import { View } from '@tarojs/components'
import {
  companyPath,
  contractPath,
  dayBoardPath,
  myBallPath,
  myBookingPath,
  myThreadingPath,
  studentsPath,
  venuesPath,
} from '../../../../paths'
import { goTo, goToLogin } from '../../../../platform/navigate'
import { useUserId } from '../../../../platform/session'
import { Card } from '../../../../ui/card'
import { Icon, type IconName } from '../../../../ui/icon'
import { pressable, semantics } from '../../../../ui/semantics'
import { useIdentity } from '../../../people/auth/identity'
import { useWaitingClasses } from '../../home/own-classes-data'
import styles from './entries.module.scss'

type Entry = { key: string; icon: IconName; text: string; path: string; count?: number }

/** The main links of 我的, by identity; a guest is asked to log in first. */
export function Entries() {
  const userId = useUserId()
  const identity = useIdentity()
  const { asPlayer, forCoach } = useWaitingClasses()
  const entries: Record<typeof identity, Entry[]> = {
    player: [
      { key: 'classes', icon: 'calendar', text: '我的约课', path: myBookingPath(), count: asPlayer.length },
      { key: 'balls', icon: 'ball', text: '我的球局', path: myBallPath() },
      { key: 'stringing', icon: 'racket', text: '我的穿线', path: myThreadingPath() },
      { key: 'contracts', icon: 'document', text: '合同课时', path: contractPath() },
    ],
    coach: [
      { key: 'day', icon: 'calendar', text: '日程', path: dayBoardPath(), count: forCoach.length },
      { key: 'students', icon: 'person', text: '学员', path: studentsPath() },
      { key: 'courses', icon: 'document', text: '课程', path: companyPath() },
      { key: 'venues', icon: 'venue', text: '场馆', path: venuesPath() },
    ],
  }
  return (
    <Card className={styles.entries}>
      {entries[identity].map(({ key, icon, text, path, count }) => (
        <View
          key={key}
          className={styles.entry}
          hoverClass={styles.pressed}
          {...pressable({
            label: count ? `${text}，${count} 条待处理` : text,
            onPress: () => (userId ? goTo(path) : goToLogin()),
          })}
        >
          <View className={styles.tile}>
            <Icon name={icon} size={22} />
            {count ? (
              <View className={styles.badge} {...semantics({ hidden: true })}>
                {count}
              </View>
            ) : null}
          </View>
          {text}
        </View>
      ))}
    </Card>
  )
}
