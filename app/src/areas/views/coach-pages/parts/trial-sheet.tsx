import type { CoachPage } from '@paidang/api/areas/views/coach-pages'
import { trialAnswerTimes } from '@paidang/domain/areas/activities/trial-lessons/trial'
import { View } from '@tarojs/components'
import { cashierPath, trialLessonPath } from '../../../../paths'
import { goTo, goToLogin } from '../../../../platform/navigate'
import { useUserId } from '../../../../platform/session'
import { useMinute } from '../../../../platform/use-minute'
import { Button } from '../../../../ui/button'
import { ChosenChip } from '../../../../ui/chip'
import { Field } from '../../../../ui/field'
import { KeyValues } from '../../../../ui/key-values'
import { Notice } from '../../../../ui/notice'
import { Price } from '../../../../ui/price'
import { semantics } from '../../../../ui/semantics'
import { momentText } from '../../../../ui/time-format'
import { cancelText, wishText } from '../../../activities/trial-lessons/trial-facts'
import { useAskTrial } from '../../../activities/trial-lessons/trial-lessons-data'
import styles from '../coach-pages.module.scss'
import { inOrder, useWish, withHour } from '../coach-pages-data'
import { FreeTimes } from './free-times'

const MAX_WORDS = 200

type Props = { page: CoachPage; trial: NonNullable<CoachPage['trial']> }

/** Up to three hours and words, with what becomes of the money. */
export function TrialBody({ page: { coach, venues }, trial }: Props) {
  const now = useMinute()
  const { wish, change } = useWish(coach.id)
  const { courseId, freeDays, minutes, freeCancelHours } = trial
  const hours = inOrder(wish.hours)
  const places = venues.filter(({ id }) => hours.some(({ stadiumId }) => stadiumId === id)).map(({ name }) => name)
  return (
    <>
      <View className={styles.label}>想上的时间</View>
      <View className="t-caption muted">教练确认其中一个，最多选 3 个</View>
      {hours.length > 0 && (
        <View className="chips-8 mt-8" {...semantics({ role: 'group', label: '已选的时间' })}>
          {hours.map((hour) => {
            const text = wishText(hour, now)
            return (
              <ChosenChip
                key={text}
                onRemove={() => change({ hours: withHour(wish.hours, hour) })}
                removeLabel={`不选 ${text}`}
              >
                {text}
              </ChosenChip>
            )
          })}
        </View>
      )}
      <View className="mt-8">
        <FreeTimes
          coachId={coach.id}
          courseId={courseId}
          freeDays={freeDays}
          isChosen={(date, { beginTimeSlot }) =>
            hours.some((one) => one.date === date && one.beginTimeSlot === beginTimeSlot)
          }
          onPress={(date, start) => change({ hours: withHour(wish.hours, { date, ...start }) })}
          toggles
        />
      </View>
      <View className="mt-16">
        <Field
          label="说说你的情况（选填）"
          value={wish.words}
          onInput={(words) => change({ words })}
          multiline
          maxLength={MAX_WORDS}
          placeholder="比如：零基础，想试试适不适合"
        />
      </View>
      <View className={styles.steps}>
        <KeyValues
          rows={[
            { name: '体验课', value: `${minutes} 分钟，含场地费` },
            ...(places.length > 0 ? [{ name: '地点', value: places.join('、') }] : []),
            {
              name: '教练没确认',
              value:
                hours.length === 0
                  ? '12 小时后自动全额退回'
                  : `${momentText(trialAnswerTimes(hours, now).expiresAt, now)} 自动全额退回`,
            },
            { name: '取消', value: cancelText(hours, freeCancelHours, now) },
          ]}
        />
      </View>
    </>
  )
}

/** The price, and the press that asks and leads to the payment. A guest logs in with it, and the choice stays. */
export function TrialFoot({ page: { coach }, trial }: Props) {
  const { wish, change, forget } = useWish(coach.id)
  const isGuest = useUserId() === null
  const ask = useAskTrial()
  const hours = inOrder(wish.hours)
  const press = async () => {
    if (isGuest) {
      change({ isResumed: true })
      return goToLogin()
    }
    const { courseId, priceFen } = trial
    const body = { coachId: coach.id, courseId, wishes: hours, words: wish.words, priceFen }
    await ask.act(
      { body },
      {
        onDone: ({ id, state, orderId }) => {
          forget()
          goTo(state === 'UNPAID' && orderId !== null ? cashierPath(orderId) : trialLessonPath(id))
        },
      },
    )
  }
  return (
    <>
      {ask.refusal && <Notice tone="bad">{ask.refusal}</Notice>}
      <View className={styles.paying}>
        <View className={styles.price}>
          <Price amountFen={trial.priceFen} />
          <View className="t-caption muted">每人在这家俱乐部只有一次</View>
        </View>
        <View className={styles.press}>
          <Button full busy={ask.isPending} lacks={hours.length === 0 ? '请先选一个时间' : undefined} onPress={press}>
            {isGuest ? '登录并申请' : '支付并申请'}
          </Button>
        </View>
      </View>
    </>
  )
}
