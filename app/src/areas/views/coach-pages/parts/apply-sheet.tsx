import type { CoachPage } from '@paidang/api/areas/views/coach-pages'
import {
  answerBy,
  applyingFault,
  FREE_TIME_NAMES,
  FREE_TIMES,
} from '@paidang/domain/areas/activities/student-requests/request'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { View } from '@tarojs/components'
import { useEffect } from 'react'
import { goToLogin } from '../../../../platform/navigate'
import { useUserId } from '../../../../platform/session'
import { useMinute } from '../../../../platform/use-minute'
import { Button } from '../../../../ui/button'
import { Chip } from '../../../../ui/chip'
import { classNames } from '../../../../ui/class-names'
import { WrappedFacts } from '../../../../ui/dot'
import { Field } from '../../../../ui/field'
import { Notice } from '../../../../ui/notice'
import { Price } from '../../../../ui/price'
import { RadioMark } from '../../../../ui/radio-mark'
import { Segmented } from '../../../../ui/segmented'
import { pressable, semantics } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'
import { momentText } from '../../../../ui/time-format'
import { useSendRequest } from '../../../activities/student-requests/student-requests-data'
import styles from '../coach-pages.module.scss'
import { offeredTrial, useWish } from '../coach-pages-data'
import { TrialBody, TrialFoot } from './trial-sheet'

export const MAX_WORDS = 200

/**
 * 约体验课 and 申请成为学员. A guest chooses first and logs in with the press that sends; the choice stays. An open request is
 * changed here. A sheet lies above all pages, so it waits until its own is shown.
 */
export function ApplySheet({ page, isShown }: { page: CoachPage; isShown: boolean }) {
  const { coach, request, tie } = page
  const later = askAgainText(page, useMinute())
  const mayApply = applyingFault({ tie, takesStudents: coach.takesStudents }) === undefined
  const { wish, change } = useWish(coach.id)
  const isGuest = useUserId() === null
  // On the web the page of the log-in closes the sheet. It opens again afterwards, also for who came back as a guest.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the press that leads to the log-in opens nothing.
  useEffect(() => {
    if (isShown && wish.isResumed) change({ isOpen: true, isResumed: false })
  }, [isGuest, isShown])
  const offered = offeredTrial(page)
  const shown = offered && (wish.tab === 'trial' || later) ? offered : undefined
  return (
    <Sheet
      open={wish.isOpen && mayApply && (shown !== undefined || !later) && isShown}
      onClose={() => change({ isOpen: false })}
      title={shown || (offered && !request) ? `约${coach.nickname}的课` : `申请成为${coach.nickname}的学员`}
      foot={shown ? <TrialFoot page={page} trial={shown} /> : <ApplyFoot page={page} />}
    >
      <View className="in-0-16">
        {offered && !request && !later && (
          <Segmented
            label="约什么"
            items={[
              { key: 'trial', text: '约体验课' },
              { key: 'student', text: '申请成为学员' },
            ]}
            value={wish.tab}
            onChange={(tab) => change({ tab })}
          />
        )}
        {shown ? <TrialBody page={page} trial={shown} /> : <ApplyBody page={page} />}
      </View>
    </Sheet>
  )
}

/** Sends the request to become a student. */
function ApplyFoot({ page }: { page: CoachPage }) {
  const { coach, request } = page
  const { wish, change, forget } = useWish(coach.id)
  const isGuest = useUserId() === null
  const send = useSendRequest()
  const course = courseOf(page, wish.courseId)
  const press = async () => {
    if (isGuest) {
      change({ isResumed: true })
      return goToLogin()
    }
    if (!course) return
    const body = { coachId: coach.id, courseId: course.id, freeTimes: [...wish.freeTimes], words: wish.words }
    if (await send.act({ body })) forget()
  }
  return (
    <>
      <View className={classNames(styles.fact, 't-caption muted')}>现在不收钱，对方能看到你的名片，看不到手机号</View>
      {send.refusal && <Notice tone="bad">{send.refusal}</Notice>}
      <Button full busy={send.isPending} lacks={course ? undefined : '请先选一门课'} onPress={press}>
        {isGuest ? '登录并发出申请' : request ? '更新申请' : '发出申请'}
      </Button>
    </>
  )
}

/** The chosen course; the only one needs no choice. */
const courseOf = ({ courses }: CoachPage, courseId: string | null) =>
  courses.find(({ id }) => id === courseId) ?? (courses.length === 1 ? courses[0] : undefined)

/** Course, usual free times and words. */
function ApplyBody({ page }: { page: CoachPage }) {
  const { coach, courses, request } = page
  const { wish, change } = useWish(coach.id)
  const course = courseOf(page, wish.courseId)
  return (
    <>
      <View className={styles.label}>想学哪门课</View>
      <View {...semantics({ role: 'radiogroup', label: '想学哪门课' })}>
        {courses.map((one) => (
          <View
            key={one.id}
            className={classNames(styles.choice, one === course && styles.chosen)}
            {...pressable({
              role: 'radio',
              checked: one === course,
              label: `${one.courseName}，每课时 ${yuanOf(one.pricePerSession)} 元`,
              onPress: () => change({ courseId: one.id }),
            })}
          >
            <View className={styles.row}>
              <RadioMark on={one === course} />
              <View className="words">
                <View className="t-strong">{one.courseName}</View>
                <View className="t-caption muted">
                  <WrappedFacts>{courseFacts(one)}</WrappedFacts>
                </View>
              </View>
              <Price amountFen={one.pricePerSession} tone="ink" />
            </View>
          </View>
        ))}
      </View>
      <View className={styles.label}>常有空的时间</View>
      <View className="chips-8" {...semantics({ role: 'group', label: '常有空的时间' })}>
        {FREE_TIMES.map((time) => {
          const isOn = wish.freeTimes.includes(time)
          return (
            <Chip
              key={time}
              onCard
              on={isOn}
              onPress={() =>
                change({
                  freeTimes: isOn ? wish.freeTimes.filter((other) => other !== time) : [...wish.freeTimes, time],
                })
              }
            >
              {FREE_TIME_NAMES[time]}
            </Chip>
          )
        })}
      </View>
      <View className="mt-16">
        <Field
          label="说说你的情况（选填）"
          value={wish.words}
          onInput={(words) => change({ words })}
          multiline
          maxLength={MAX_WORDS}
          placeholder="比如：等级 2.5，想系统学，每周一次"
        />
      </View>
      <WhatFollows name={coach.nickname} expiresAt={request?.expiresAt} price={course?.pricePerSession} />
    </>
  )
}

type Follows = { name: string; expiresAt: string | undefined; price: number | undefined }

/** What happens after the request, and what it will cost. */
function WhatFollows({ name, expiresAt, price }: Follows) {
  const now = useMinute()
  const until = expiresAt ? new Date(expiresAt) : answerBy(now)
  const steps = [
    `${name} 24 小时内答复，最晚 ${momentText(until, now)}`,
    `通过后和教练缔约买课时${price === undefined ? '' : `，每课时 ¥${yuanOf(price)}`}`,
    '有课时就能自己约课',
  ]
  return (
    <View className={styles.steps}>
      {steps.map((step, at) => (
        <View key={step} className={classNames(styles.step, 't-sub')}>
          <View className={styles.number}>{at + 1}</View>
          <View className="grow">{step}</View>
        </View>
      ))}
    </View>
  )
}

/** From when who was refused may ask again; undefined for who may ask now. */
export function askAgainText({ asksAgainFrom }: Pick<CoachPage, 'asksAgainFrom'>, now: Date): string | undefined {
  const from = asksAgainFrom === null ? now : new Date(asksAgainFrom)
  return from > now ? `教练这次没有通过，${momentText(from, now)} 起可以再申请` : undefined
}

type Course = CoachPage['courses'][number]

/** A course in short: 60 分钟, 一对一, 青杉网球俱乐部. */
export const courseFacts = ({ sessionDuration, maxParticipants, companyName }: Course): string[] => [
  `每课时 ${sessionDuration} 分钟`,
  maxParticipants > 1 ? `最多 ${maxParticipants} 人` : '一对一',
  companyName,
]
