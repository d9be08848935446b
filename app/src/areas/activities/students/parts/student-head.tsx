import type { StudentDetail } from '@paidang/api/areas/students'
import { View } from '@tarojs/components'
import Taro from '@tarojs/taro'
import { userCardPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { showToast } from '../../../../platform/toast'
import { Avatar } from '../../../../ui/avatar'
import { Button } from '../../../../ui/button'
import { Card } from '../../../../ui/card'
import { WrappedFacts } from '../../../../ui/dot'
import { semantics } from '../../../../ui/semantics'
import { Tag } from '../../../../ui/tag'
import { useRevealPhone } from '../students-data'
import styles from './student-head.module.scss'
import { lastClassText, pendingText } from './student-labels'

type Props = { student: StudentDetail; isOwn: boolean; now: Date }

/** Who the student is. The complete phone number is shown only after their coach presses for it. */
export function StudentHead({ student, isOwn, now }: Props) {
  const { player, level, phone, lastFinishedCourse } = student
  const pending = pendingText(student)
  return (
    <Card>
      <View className={styles.head}>
        <Avatar id={player.id} src={player.avatar} size={64} />
        <View className={styles.words}>
          <View className={styles.name} {...semantics({ role: 'heading', level: 2 })}>
            {player.nickname}
            {pending && (
              <Tag kind="wait" icon={null}>
                {pending}
              </Tag>
            )}
          </View>
          <View className={styles.facts}>
            <WrappedFacts>{[`等级 ${level.toFixed(1)}`, lastClassText(lastFinishedCourse, now)]}</WrappedFacts>
          </View>
        </View>
        <Button
          kind="plain"
          size="s"
          label={`看${player.nickname}的名片`}
          onPress={() => goTo(userCardPath({ id: player.id }))}
        >
          名片
        </Button>
      </View>
      {phone === null ? (
        <View className={styles.phone}>
          <View className={styles.number}>没有留手机号</View>
        </View>
      ) : (
        <Phone playerId={player.id} masked={phone} mayReveal={isOwn} isUnverified={student.isPhoneUnverified} />
      )}
    </Card>
  )
}

type PhoneProps = { playerId: string; masked: string; mayReveal: boolean; isUnverified: boolean }

function Phone({ playerId, masked, mayReveal, isUnverified }: PhoneProps) {
  const { act, answer, isPending } = useRevealPhone(playerId)
  const whole = answer?.phone
  const copy = async (phone: string) => {
    try {
      await Taro.setClipboardData({ data: phone })
      showToast('手机号已复制', { tone: 'done' })
    } catch {
      showToast('没有复制成功，请长按选择', { tone: 'failed' })
    }
  }
  return (
    <View className={styles.phone}>
      <View className={styles.number} {...semantics({ live: 'polite' })}>
        {whole ?? masked}
      </View>
      {isUnverified && <Tag kind="wait">未验证</Tag>}
      {whole ? (
        <>
          <Button kind="ghost" size="s" icon="phone" onPress={() => Taro.makePhoneCall({ phoneNumber: whole })}>
            拨打
          </Button>
          <Button kind="plain" size="s" onPress={() => copy(whole)}>
            复制
          </Button>
        </>
      ) : (
        mayReveal && (
          <Button kind="ghost" size="s" busy={isPending} onPress={() => act()}>
            查看号码
          </Button>
        )
      )}
    </View>
  )
}
