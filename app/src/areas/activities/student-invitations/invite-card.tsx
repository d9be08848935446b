import { MAX_NAME } from '@paidang/domain/areas/activities/roster/import-rows'
import { addDays, dayOf, formatDotDay } from '@paidang/domain/kernel/day'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { studentPath } from '../../../paths'
import { goTo } from '../../../platform/navigate'
import { useMinute } from '../../../platform/use-minute'
import { Button } from '../../../ui/button'
import { Card, CardHead } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { Chip } from '../../../ui/chip'
import { DayPicker } from '../../../ui/day-picker'
import { Field } from '../../../ui/field'
import { Notice } from '../../../ui/notice'
import { Stepper } from '../../../ui/stepper'
import { Switch } from '../../../ui/switch'
import { useOwnCoachView } from '../../people/profile/coach-data'
import { useOwnCourses } from '../booking/coach-data'
import { useRegisterStudent } from '../roster/roster-data'
import { InvitationLink, type SentLink } from './link-card'
import { useInviteStudent } from './student-invitations-data'

type Props = {
  phone: string
  /** The link that was made here, while it counts. */
  link: SentLink | undefined
  onLink: (link: SentLink) => void
}

const HOURS = { least: 0.5, most: 100, first: 1 } as const
const YEAR_DAYS = 365

/**
 * Invites who has a number that nobody uses. With a name the coach may keep them as a student at once, and books for
 * them as for anybody. What was typed stays until another number is searched.
 */
export function InviteCard({ phone, link, onLink }: Props) {
  const today = dayOf(useMinute())
  const { data: coach } = useOwnCoachView()
  const { data: taught = [] } = useOwnCourses()
  const companies = coach?.companies ?? []
  const [name, setName] = useState('')
  const [chosenId, setChosenId] = useState<string>()
  const [courseId, setCourseId] = useState<string>()
  const [isKept, setIsKept] = useState(false)
  const [sessions, setSessions] = useState<number>(HOURS.first)
  const [expiryDate, setExpiryDate] = useState(addDays(today, YEAR_DAYS))
  const [choosesDay, setChoosesDay] = useState(false)
  const register = useRegisterStudent()
  const invite = useInviteStudent()
  const companyId = chosenId ?? companies[0]?.id
  if (companyId === undefined) return null
  const courses = taught.filter(({ companyCourse }) => companyCourse.companyGuid === companyId)
  const kept = register.answer
  const send = async () => {
    const named = name.trim()
    if (isKept && !kept) {
      const grant = courseId ? { grant: { courseId, sessions, expiryDate } } : {}
      if (!(await register.act({ body: { companyId, name: named, phone, ...grant } }))) return
    }
    await invite.act({ body: { companyId, phone, name: named, ...(courseId && { courseId }) } }, { onDone: onLink })
  }
  const chooseCompany = (id: string) => {
    setChosenId(id)
    setCourseId(undefined)
  }
  const lacksName = isKept && name.trim() === '' ? '先填写学员姓名' : undefined
  return (
    <View className="col-12">
      {link && (
        <Card>
          <CardHead title="邀请学员" />
          <InvitationLink link={link} coachName={coach?.nickname ?? ''} />
        </Card>
      )}
      <Card>
        <CardHead title={link ? '邀请内容' : '邀请学员'} tail={link ? '改了要换新链接' : undefined} />
        <View className="col-12">
          {companies.length > 1 && (
            <View className="chips-12-8">
              {companies.map(({ id, companyName }) => (
                <Chip key={id} onCard on={id === companyId} onPress={() => chooseCompany(id)}>
                  {companyName}
                </Chip>
              ))}
            </View>
          )}
          <Field
            label={isKept ? '学员姓名' : '学员姓名（选填）'}
            value={name}
            onInput={setName}
            maxLength={MAX_NAME}
            placeholder="真实姓名"
            icon="person"
            disabled={kept !== undefined}
          />
          {courses.length > 0 && (
            <View className="col-8">
              <View className="t-sub muted">课程（选填）</View>
              <View className="chips-12-8">
                {courses.map(({ companyCourse: { id, courseName } }) => (
                  <Chip
                    key={id}
                    onCard
                    on={id === courseId}
                    onPress={() => setCourseId(id === courseId ? undefined : id)}
                  >
                    {courseName}
                  </Chip>
                ))}
              </View>
            </View>
          )}
          <Switch checked={isKept} disabled={kept !== undefined} onChange={setIsKept}>
            <View>先替他约一节</View>
            <View className="t-sub muted">先登记为学员，约课照常占场地和课时，他登录后认领</View>
          </Switch>
          {isKept && courseId && !kept && (
            <>
              <Stepper
                label="课时"
                unit="课时"
                value={sessions}
                min={HOURS.least}
                max={HOURS.most}
                step={0.5}
                onChange={setSessions}
              />
              <Cell
                icon="calendar"
                title={`${formatDotDay(expiryDate)} 到期`}
                value={choosesDay ? '收起' : '更改'}
                onPress={() => setChoosesDay(!choosesDay)}
              />
              {choosesDay && <DayPicker value={expiryDate} min={today} label="课时有效期" onChange={setExpiryDate} />}
            </>
          )}
          {isKept && !courseId && !kept && (
            <View className="t-sub muted">选好课程可以同时给他课时，没有课时约不了课</View>
          )}
          {(register.refusal ?? invite.refusal) && <Notice tone="bad">{register.refusal ?? invite.refusal}</Notice>}
          {kept && (
            <Button full kind="ghost" label={`给${kept.name}约课`} onPress={() => goTo(studentPath(kept.playerId))}>
              已登记，去约课
            </Button>
          )}
          <Button
            full
            kind={link ? 'plain' : 'filled'}
            busy={register.isPending || invite.isPending}
            lacks={lacksName}
            {...(lacksName && { reason: lacksName })}
            onPress={send}
          >
            {isKept && !kept ? '登记并生成邀请' : link ? '换新链接' : '生成邀请'}
          </Button>
        </View>
      </Card>
    </View>
  )
}
