import { STUDENT_SORTS, type Student, studentsOfCoach } from '@paidang/api/areas/activities/students'
import { View } from '@tarojs/components'
import { useEffect, useState } from 'react'
import { addStudentPath, studentPath } from '../../../paths'
import { useWide } from '../../../platform/environment'
import { goTo } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { failureText } from '../../../platform/toast'
import { useMinute } from '../../../platform/use-minute'
import { ActionBar } from '../../../ui/action-bar'
import { Avatar } from '../../../ui/avatar'
import { Button } from '../../../ui/button'
import { CardStack } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { Chip } from '../../../ui/chip'
import { classNames } from '../../../ui/class-names'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { SearchField } from '../../../ui/field'
import { Icon } from '../../../ui/icon'
import { Page } from '../../../ui/page'
import { ListEnd, useNextPageAtBottom, usePullOf } from '../../../ui/paged-list'
import { pressable, semantics } from '../../../ui/semantics'
import { Sheet } from '../../../ui/sheet'
import { RefreshBar, useSkeleton } from '../../../ui/skeleton'
import { Tabs } from '../../../ui/tabs'
import { CoachOnly } from '../../people/auth/coach-only'
import { useOwnCoachView } from '../../people/profile/coach-data'
import { useOwnCourses } from '../booking/coach-data'
import { bookWithStudent } from '../booking/start-booking'
import { ReceivedRequests } from '../student-requests/received-requests'
import { ReceivedTrials } from '../trial-lessons/received-trials'
import { SessionsSheet } from './parts/sessions-sheet'
import { HoursLegend, StudentCard, StudentListSkeleton } from './parts/student-card'
import { contractOfCard, contractToBook, hoursText, lastClassText } from './parts/student-labels'
import { StudentDetail } from './student-view'
import { type StudentOrder, type StudentsQuery, useStudents, useStudentTotals } from './students-data'
import styles from './students-view.module.scss'

type Props = {
  /** The first tab: mine, all or ending. */
  tab?: string | undefined
}

/**
 * 我的学员: the coach's students, those of the company, and those whose hours run out. A desktop shows one open beside the
 * list.
 */
export function StudentsView({ tab }: Props) {
  const isWide = useWide()
  return (
    <Page title="我的学员" wide={isWide}>
      <CoachOnly>{isWide ? <Desk tab={tab} /> : <Phone tab={tab} />}</CoachOnly>
    </Page>
  )
}

function Phone({ tab }: Props) {
  return (
    <>
      <StudentList tab={tab} onOpen={(id) => goTo(studentPath(id))} />
      <Actions />
    </>
  )
}

function Desk({ tab }: Props) {
  const [chosenId, setChosenId] = useState<string>()
  const [firstId, setFirstId] = useState<string>()
  const shownId = chosenId ?? firstId
  return (
    <View className={styles.desktop}>
      <View className={styles.list}>
        <StudentList tab={tab} shownId={shownId} onOpen={setChosenId} onFirst={setFirstId} />
        <Actions />
      </View>
      <View className={styles.detail}>
        {shownId === undefined ? (
          <Empty title="选一位学员" line="课时、课程记录和合同照片会显示在这里" />
        ) : (
          <StudentDetail key={shownId} playerId={shownId} onGone={() => setChosenId(undefined)} />
        )}
      </View>
    </View>
  )
}

function Actions() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <ActionBar
        actions={
          <>
            <Button kind="plain" onPress={() => setIsOpen(true)}>
              调整课时
            </Button>
            <Button full icon="plus" onPress={() => goTo(addStudentPath())}>
              添加学员
            </Button>
          </>
        }
      />
      <AdjustAnyone open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}

type Tab = StudentsQuery['tab']

const tabOf = (asked: string | undefined): Tab => (asked === 'all' || asked === 'ending' ? asked : 'mine')

type ListProps = {
  /** The first tab. */
  tab: string | undefined
  /** The one that is open beside the list. */
  shownId?: string | undefined
  onOpen: (playerId: string) => void
  /** Called with the first student of the list. */
  onFirst?: (playerId: string | undefined) => void
}

/** The students by tab and search, page by page. */
function StudentList({ tab: asked, shownId, onOpen, onFirst }: ListProps) {
  const userId = useUserId()
  const now = useMinute()
  const { data: coach } = useOwnCoachView()
  const clubs = coach?.companies.filter(({ isPerson }) => !isPerson) ?? []
  const [chosen, setChosen] = useState(tabOf(asked))
  const [clubId, setClubId] = useState<string>()
  const [typed, setTyped] = useState('')
  const [name, setName] = useState('')
  const [order, setOrder] = useState<StudentOrder>('courseDate')
  const { data: courses } = useOwnCourses()
  const club = clubs.find(({ id }) => id === clubId) ?? clubs[0]
  // A coach without a club has no colleagues.
  const tab = chosen === 'all' && coach && !club ? 'mine' : chosen
  const input: StudentsQuery = tab === 'all' ? { tab, companyId: club?.id ?? '' } : { tab }

  const list = useStudents(input, { userName: name, order })
  const { data, error, isPending, isFetching, isFetchingNextPage } = list
  const skeleton = useSkeleton(isPending)
  usePullOf(list, studentsOfCoach.outcome)
  useNextPageAtBottom(list)
  const firstId = data?.rows[0]?.player.id
  useEffect(() => onFirst?.(firstId), [onFirst, firstId])

  return (
    <>
      <View className={styles.tabs}>
        <StudentTabs value={tab} club={club} onChange={setChosen} />
        <RefreshBar on={isFetching && !isPending && !isFetchingNextPage} />
      </View>
      <ReceivedRequests />
      <View className="in-0-0">
        <ReceivedTrials />
      </View>
      <View className="col-8 in-12-0">
        <SearchField
          value={typed}
          onInput={setTyped}
          onSettled={(text) => setName(text.trim())}
          placeholder="姓名或完整手机号"
        />
        {tab === 'all' && clubs.length > 1 && (
          <View className="chips-8">
            {clubs.map(({ id, companyName }) => (
              <Chip key={id} on={id === club?.id} onPress={() => setClubId(id)}>
                {companyName}
              </Chip>
            ))}
          </View>
        )}
        <View className={styles.line}>
          <HoursLegend />
          <OrderButton value={order} onChange={setOrder} />
        </View>
      </View>
      {skeleton ? (
        <StudentListSkeleton />
      ) : !data ? (
        error && (
          <ErrorBlock
            title="学员没有取到"
            cause={failureText(studentsOfCoach.outcome, error)}
            onRetry={list.refetch}
            busy={isFetching}
          />
        )
      ) : data.rows.length === 0 ? (
        <NoStudents tab={tab} name={name} />
      ) : (
        <>
          <CardStack list="学员" className={styles.cards}>
            {data.rows.map((student) => {
              const { id } = student.player
              const isOwn = student.theUserRelation.coachId === userId
              const maySee = isOwn || (tab === 'all' && club?.isAdmin)
              const contract = contractToBook(student.userCourseContracts, courses, now)
              return (
                <View key={id} {...semantics({ role: 'listitem' })}>
                  <StudentCard
                    student={student}
                    now={now}
                    isOwn={isOwn}
                    isShown={id === shownId}
                    {...(maySee && { onOpen: () => onOpen(id) })}
                    onBook={() => bookWithStudent(student, contract?.courseDesign.id)}
                  />
                </View>
              )
            })}
          </CardStack>
          <ListEnd list={list} of="学员" />
        </>
      )}
    </>
  )
}

type TabsProps = { value: Tab; club: { id: string } | undefined; onChange: (tab: Tab) => void }

/** The tabs with the number of students of each. */
function StudentTabs({ value, club, onChange }: TabsProps) {
  const lists: StudentsQuery[] = [
    { tab: 'mine' },
    ...(club ? [{ tab: 'all' as const, companyId: club.id }] : []),
    { tab: 'ending' },
  ]
  const totals = useStudentTotals(lists)
  const items = lists.map(({ tab }, at) => ({ key: tab, text: TAB_NAMES[tab], count: totals[at] ?? 0 }))
  return <Tabs label="学员范围" items={items} value={value} onChange={onChange} />
}

const TAB_NAMES: Record<Tab, string> = { mine: '我的学员', all: '全部学员', ending: '快到期' }

function NoStudents({ tab, name }: { tab: Tab; name: string }) {
  if (name !== '') return <Empty title="没有找到学员" line="按姓名的一部分，或完整的手机号查找" />
  if (tab === 'ending') return <Empty title="没有快到期的学员" line="课时和有效期都还充足" />
  return (
    <Empty
      title="还没有学员"
      line="用手机号添加学员，就能替他约课、管理课时"
      action={{ text: '添加学员', onPress: () => goTo(addStudentPath()) }}
    />
  )
}

const ORDER_NAMES: Record<StudentOrder, string> = { nickname: '按姓名', courseDate: '按最近上课' }

type OrderProps = { value: StudentOrder; onChange: (order: StudentOrder) => void }

/** The order of the list, and the sheet to choose another one. */
function OrderButton({ value, onChange }: OrderProps) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <View
        className={classNames(styles.order, 'row-4 t-caption muted')}
        {...pressable({ onPress: () => setOpen(true), popup: 'dialog', label: `排序，现在是${ORDER_NAMES[value]}` })}
      >
        {ORDER_NAMES[value]}
        <Icon name="chevron-down" size={14} />
      </View>
      <Sheet open={open} onClose={close} title="学员排序">
        <View className={styles.choices} {...semantics({ role: 'radiogroup', label: '学员排序' })}>
          {[...STUDENT_SORTS].reverse().map((order) => (
            <Cell
              key={order}
              title={ORDER_NAMES[order]}
              chosen={order === value}
              onPress={() => {
                onChange(order)
                close()
              }}
            />
          ))}
        </View>
      </Sheet>
    </>
  )
}

/** 调整课时 from the list: first chooses the student, then the hours. */
function AdjustAnyone({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [student, setStudent] = useState<Student>()
  const [isAdjusting, setIsAdjusting] = useState(false)
  const choose = (chosen: Student) => {
    setStudent(chosen)
    onClose()
    setIsAdjusting(true)
  }
  return (
    <>
      <Sheet open={open} onClose={onClose} title="调整谁的课时">
        <ChooseStudent onChoose={choose} />
      </Sheet>
      {student && (
        <SessionsSheet
          key={student.player.id}
          open={isAdjusting}
          student={student}
          contracts={student.userCourseContracts}
          onClose={() => setIsAdjusting(false)}
        />
      )}
    </>
  )
}

function ChooseStudent({ onChoose }: { onChoose: (student: Student) => void }) {
  const now = useMinute()
  const [typed, setTyped] = useState('')
  const [name, setName] = useState('')
  const list = useStudents({ tab: 'mine' }, { userName: name, order: 'nickname' })
  const { data, error, isPending, isFetching, refetch } = list
  const skeleton = useSkeleton(isPending)
  return (
    <>
      <View className="in-0-8">
        <SearchField
          value={typed}
          onInput={setTyped}
          onSettled={(text) => setName(text.trim())}
          placeholder="姓名或完整手机号"
          onCard
        />
      </View>
      {skeleton ? (
        <StudentListSkeleton />
      ) : !data ? (
        error && (
          <ErrorBlock
            compact
            title="学员没有取到"
            cause={failureText(studentsOfCoach.outcome, error)}
            onRetry={refetch}
            busy={isFetching}
          />
        )
      ) : data.rows.length === 0 ? (
        <Empty compact title={name === '' ? '还没有学员' : '没有找到学员'} />
      ) : (
        <>
          {data.rows.map((student) => {
            const contract = contractOfCard(student.userCourseContracts, now)
            return (
              <Cell
                key={student.player.id}
                lead={<Avatar id={student.player.id} src={student.player.avatar} size={44} />}
                title={student.player.nickname}
                note={contract ? hoursText(contract) : lastClassText(student.lastFinishedCourse, now)}
                onPress={() => onChoose(student)}
              />
            )
          })}
          <ListEnd list={list} of="学员" />
        </>
      )}
    </>
  )
}
