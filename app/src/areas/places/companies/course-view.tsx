import type { CoachView } from '@paidang/api/areas/people/profile'
import type { CommonCourse, CompanyCourseDetail } from '@paidang/api/areas/places/companies'
import { errors } from '@paidang/api/catalogue/errors'
import { COURSE_DURATIONS, type CourseRefusal } from '@paidang/domain/areas/places/companies/course-form'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { back, fromHere } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { ActionBar } from '../../../ui/action-bar'
import { Avatar } from '../../../ui/avatar'
import { Button } from '../../../ui/button'
import { Card, CardHead, CardStack, MoreLink } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { Checkbox } from '../../../ui/checkbox'
import { Chip } from '../../../ui/chip'
import { classNames } from '../../../ui/class-names'
import { confirm } from '../../../ui/confirm'
import { Facts } from '../../../ui/dot'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Field } from '../../../ui/field'
import { KeyValues } from '../../../ui/key-values'
import { Notice } from '../../../ui/notice'
import { Page } from '../../../ui/page'
import { semantics } from '../../../ui/semantics'
import { Sheet } from '../../../ui/sheet'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { Stepper } from '../../../ui/stepper'
import { Switch } from '../../../ui/switch'
import { IN_REVIEW, isInReview } from '../../ground/content/pending-content'
import { CoachOnly } from '../../people/auth/coach-only'
import { useOwnCoachView } from '../../people/profile/coach-data'
import {
  failureOfCompanies,
  useAddCourse,
  useCommonCourses,
  useCompanyCoaches,
  useCompanyCourse,
  useDeleteCourse,
  useUpdateCourse,
} from './company-data'
import styles from './course-view.module.scss'
import { courseFacts } from './parts/company-labels'
import { type CourseDraft, draftOf, emptyDraft, inputOf, whyNotSave, withCommon } from './parts/course-draft'

type Props = { companyId?: string | undefined; courseId?: string | undefined }

/** 公司课程: a course with its coaches. The company's admin changes it, or makes a new one. */
export function CourseView({ companyId, courseId }: Props) {
  return (
    <Page title={courseId === undefined ? '添加课程' : '公司课程'}>
      <CoachOnly>
        <Course companyId={companyId} courseId={courseId} />
      </CoachOnly>
    </Page>
  )
}

function Course({ companyId, courseId }: Props) {
  const coach = useOwnCoachView()
  const course = useCompanyCourse(courseId)
  const isPending = coach.isPending || (courseId !== undefined && course.isPending)
  const showsSkeleton = useSkeleton(isPending)
  const membership = coach.data?.companies.find(({ id }) => id === companyId)
  const cause = coach.error ? failureOfCompanies(coach.error) : course.cause
  if (cause && !(coach.data && (courseId === undefined || course.data))) {
    const retry = () => (coach.data ? course.refetch() : coach.refetch())
    return (
      <ErrorBlock title="课程没有取到" cause={cause} onRetry={retry} busy={coach.isFetching || course.isFetching} />
    )
  }
  if (isPending || showsSkeleton) return showsSkeleton ? <CourseSkeleton /> : null
  if (!membership) {
    return (
      <Empty
        drawing="lock"
        title="看不到这门课程"
        line="只有本公司的教练可以查看"
        action={{ text: '返回', onPress: back }}
      />
    )
  }
  if (membership.isAdmin) return <CourseForm key={courseId} company={membership} course={course.data} />
  return course.data ? <CourseFacts course={course.data} /> : <Empty drawing="lock" title="只有管理员可以添加课程" />
}

function CourseFacts({
  course: { companyCourse, coaches, studentCount, courseCount },
}: {
  course: CompanyCourseDetail
}) {
  const [price, duration, seats] = courseFacts(companyCourse)
  return (
    <CardStack>
      <Card>
        <CardHead title={companyCourse.courseName} />
        {companyCourse.courseDescription !== '' && (
          <View className={classNames(styles.description, 't-body muted')}>{companyCourse.courseDescription}</View>
        )}
        <KeyValues
          rows={[
            { name: '价格', value: price },
            { name: '时长', value: duration },
            { name: '人数', value: seats },
            { name: '学员', value: `${studentCount} 人` },
            { name: '已上', value: `${courseCount} 节` },
          ]}
        />
      </Card>
      <Card flush>
        <CardHead title="谁在教" inset />
        {coaches.map(({ id, nickname, avatar }) => (
          <Cell key={id} lead={<Avatar id={id} src={avatar} />} title={nickname} />
        ))}
        {coaches.length === 0 && <Empty compact title="这门课暂时没有教练" />}
      </Card>
    </CardStack>
  )
}

function CourseSkeleton() {
  return (
    <CardStack>
      <SkeletonGroup>
        <Skeleton height={320} radius={16} />
      </SkeletonGroup>
    </CardStack>
  )
}

const MAX_PARTICIPANTS = 20

type FormProps = {
  company: CoachView['companies'][number]
  /** Absent for a new course. */
  course: CompanyCourseDetail | undefined
}

/**
 * The form of a company's course, for its admin. It can be copied from the catalogue. Input that could not be saved
 * stays.
 */
function CourseForm({ company, course }: FormProps) {
  const userId = useUserId() ?? ''
  const [draft, setDraft] = useState(() => (course ? draftOf(course) : emptyDraft(userId)))
  // The draft stays when others change the course meanwhile, and so does the revision it began with.
  const [revision] = useState(course?.companyCourse.revision)
  const [wasSent, setWasSent] = useState(false)
  const [copies, setCopies] = useState(false)
  const add = useAddCourse()
  const update = useUpdateCourse()
  const remove = useDeleteCourse()
  const set = (change: Partial<CourseDraft>) => setDraft({ ...draft, ...change })

  const refusal = whyNotSave(draft)
  const told = (...codes: CourseRefusal[]) =>
    wasSent && refusal && codes.includes(refusal) ? errors[refusal].message : undefined
  const hintOf = (field: string) => (course && isInReview(course, field) ? IN_REVIEW : undefined)
  const save = async () => {
    setWasSent(true)
    if (refusal) return
    const body = { companyGuid: company.id, ...inputOf(draft) }
    const goOn = fromHere()
    const isDone = course ? update.act({ body: { ...body, id: course.companyCourse.id, revision } }) : add.act({ body })
    if (await isDone) goOn(back)
  }
  const askToDelete = async () => {
    if (!course) return
    const isSure = await confirm({
      title: `删除${course.companyCourse.courseName}？`,
      line: '删除后不能再约这门课，已上过的课和课时流水都会保留',
      confirmText: '删除课程',
      danger: true,
    })
    const goOn = fromHere()
    if (isSure && (await remove.act({ params: { id: course.companyCourse.id }, query: { revision } }))) goOn(back)
  }

  return (
    <>
      <CardStack className="grow">
        <Card>
          <CardHead
            title="课程"
            tail={course ? undefined : <MoreLink text="从通用课程复制" onPress={() => setCopies(true)} />}
          />
          {draft.commonCourseId !== null && (
            <View className="mb-12">
              <Notice
                tone="info"
                tail={
                  <Button kind="plain" size="s" onPress={() => set({ commonCourseId: null })}>
                    取消关联
                  </Button>
                }
              >
                已关联通用课程，学员可以在通用课程里找到并预约
              </Notice>
            </View>
          )}
          <Field
            label="课程名称"
            value={draft.courseName}
            onInput={(courseName) => set({ courseName })}
            placeholder="如 成人私教 1 对 1"
            maxLength={40}
            hint={hintOf('courseName')}
            error={told('course_name_missing')}
          />
          <Field
            label="课程介绍（选填）"
            value={draft.courseDescription}
            onInput={(courseDescription) => set({ courseDescription })}
            placeholder="适合谁，学什么"
            maxLength={500}
            hint={hintOf('courseDescription')}
            multiline
          />
          <Field
            label={draft.isTrial ? '体验课价格（元）' : '每课时价格（元）'}
            value={draft.priceYuan}
            onInput={(priceYuan) => set({ priceYuan })}
            type="digit"
            placeholder="如 300"
            maxLength={8}
            error={told('course_price_invalid', 'course_trial_invalid')}
          />
          <View className={classNames(styles.caption, 't-sub muted')}>每课时时长</View>
          <View className="wrap-8" {...semantics({ role: 'group', label: '每课时时长' })}>
            {COURSE_DURATIONS.map((minutes) => (
              <Chip
                key={minutes}
                onCard
                on={minutes === draft.sessionDuration}
                onPress={() => set({ sessionDuration: minutes })}
              >
                {`${minutes} 分钟`}
              </Chip>
            ))}
          </View>
          {!draft.isTrial && (
            <>
              <View className={classNames(styles.caption, 't-sub muted')}>人数上限</View>
              <Stepper
                label="人数上限"
                value={draft.maxParticipants}
                min={1}
                max={MAX_PARTICIPANTS}
                unit="人"
                onChange={(maxParticipants) => set({ maxParticipants })}
              />
            </>
          )}
          {course ? (
            draft.isTrial && <View className="mt-12 t-caption muted">体验课：每人一次，不用合同</View>
          ) : (
            <View className="mt-12">
              <Switch
                checked={draft.isTrial}
                onChange={(isTrial) => set({ isTrial, ...(isTrial && { maxParticipants: 1 }) })}
              >
                体验课（每人一次，不用合同，开课后不能改）
              </Switch>
            </View>
          )}
        </Card>
        {!company.isPerson && (
          <Teachers companyId={company.id} coachIds={draft.coachIds} onChange={(coachIds) => set({ coachIds })} />
        )}
      </CardStack>
      <ActionBar
        actions={
          <>
            {course && (
              <Button kind="danger" busy={remove.isPending} disabled={update.isPending} onPress={askToDelete}>
                删除
              </Button>
            )}
            <Button full busy={add.isPending || update.isPending} disabled={remove.isPending} onPress={save}>
              {course ? '保存修改' : '添加课程'}
            </Button>
          </>
        }
      />
      {copies && (
        <CommonCoursesSheet
          onClose={() => setCopies(false)}
          onChoose={(common) => {
            setDraft(withCommon(draft, common))
            setCopies(false)
          }}
        />
      )}
    </>
  )
}

type TeachersProps = { companyId: string; coachIds: readonly string[]; onChange: (coachIds: string[]) => void }

function Teachers({ companyId, coachIds, onChange }: TeachersProps) {
  const { data, cause, isFetching, refetch } = useCompanyCoaches(companyId)
  return (
    <Card>
      <CardHead title="谁来教" />
      {cause && !data && <ErrorBlock compact title="教练没有取到" cause={cause} onRetry={refetch} busy={isFetching} />}
      {!data && !cause && (
        <SkeletonGroup>
          <Skeleton height={40} radius={12} />
        </SkeletonGroup>
      )}
      {data?.map(({ coachVO: { id, nickname } }) => {
        const isChosen = coachIds.includes(id)
        return (
          <Checkbox
            key={id}
            checked={isChosen}
            onChange={() => onChange(isChosen ? coachIds.filter((one) => one !== id) : [...coachIds, id])}
          >
            {nickname}
          </Checkbox>
        )
      })}
    </Card>
  )
}

type CatalogueProps = { onClose: () => void; onChoose: (course: CommonCourse) => void }

/** 通用课程: the catalogue. The chosen course fills the form, where it can be changed. */
function CommonCoursesSheet({ onClose, onChoose }: CatalogueProps) {
  const { data, cause, isFetching, refetch } = useCommonCourses()
  return (
    <Sheet open onClose={onClose} title="通用课程">
      {cause && !data && (
        <ErrorBlock compact title="通用课程没有取到" cause={cause} onRetry={refetch} busy={isFetching} />
      )}
      {!data && !cause && (
        <SkeletonGroup>
          <Skeleton height={56} radius={12} />
          <Skeleton height={56} radius={12} />
        </SkeletonGroup>
      )}
      {data?.length === 0 && <Empty compact title="还没有通用课程" />}
      {data?.map((course) => (
        <Cell
          key={course.id}
          title={course.courseName}
          note={<Facts>{[...courseFacts(course), course.courseDescription]}</Facts>}
          onPress={() => onChoose(course)}
        />
      ))}
    </Sheet>
  )
}
