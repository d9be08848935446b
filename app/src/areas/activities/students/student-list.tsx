import { studentsOfCoach } from '@paidang/api/areas/students'
import { View } from '@tarojs/components'
import { useEffect, useState } from 'react'
import { addStudentPath } from '../../../paths'
import { goTo } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { failureText } from '../../../platform/toast'
import { useMinute } from '../../../platform/use-minute'
import { CardStack } from '../../../ui/card'
import { Chip } from '../../../ui/chip'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { SearchField } from '../../../ui/field'
import { ListEnd, useNextPageAtBottom, usePullOf } from '../../../ui/paged-list'
import { semantics } from '../../../ui/semantics'
import { RefreshBar, useSkeleton } from '../../../ui/skeleton'
import { Tabs } from '../../../ui/tabs'
import { useOwnCoachView } from '../../people/profile/coach-data'
import { useOwnCourses } from '../booking/coach-data'
import { bookWithStudent } from '../booking/start-booking'
import { HoursLegend } from './parts/hours-legend'
import { OrderButton } from './parts/order-button'
import { StudentCard } from './parts/student-card'
import { contractToBook } from './parts/student-labels'
import { StudentListSkeleton } from './parts/student-list-skeleton'
import styles from './student-list.module.scss'
import { type StudentOrder, type StudentsQuery, useStudents, useStudentTotals } from './students-data'

type Tab = StudentsQuery['tab']

const tabOf = (asked: string | undefined): Tab => (asked === 'all' || asked === 'ending' ? asked : 'mine')

type Props = {
  /** The first tab. */
  tab: string | undefined
  /** The one that is open beside the list. */
  shownId?: string | undefined
  onOpen: (playerId: string) => void
  /** Called with the first student of the list. */
  onFirst?: (playerId: string | undefined) => void
}

/** The students by tab and search, page by page. */
export function StudentList({ tab: asked, shownId, onOpen, onFirst }: Props) {
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
      <View className={styles.search}>
        <SearchField
          value={typed}
          onInput={setTyped}
          onSettled={(text) => setName(text.trim())}
          placeholder="姓名或完整手机号"
        />
        {tab === 'all' && clubs.length > 1 && (
          <View className={styles.clubs}>
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
