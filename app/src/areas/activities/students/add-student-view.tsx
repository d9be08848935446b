import { searchStudentByPhone } from '@paidang/api/areas/activities/students'
import { ApiError } from '@paidang/api/catalogue/errors'
import { notices, outcomes } from '@paidang/api/catalogue/outcomes'
import type { Answer } from '@paidang/api/endpoint'
import { isMobile, MAX_TYPED_PHONE, plainPhone } from '@paidang/domain/kernel/phone'
import { View } from '@tarojs/components'
import { useShareAppMessage } from '@tarojs/taro'
import { useRef, useState } from 'react'
import { homePath, studentPath } from '../../../paths'
import { call } from '../../../platform/call'
import { goTo } from '../../../platform/navigate'
import { NetworkError } from '../../../platform/network-error'
import { currentSession, useSession } from '../../../platform/session'
import { failureText } from '../../../platform/toast'
import { Avatar } from '../../../ui/avatar'
import { Button } from '../../../ui/button'
import { Card, CardStack } from '../../../ui/card'
import { classNames } from '../../../ui/class-names'
import { Empty } from '../../../ui/empty'
import { Field } from '../../../ui/field'
import { Notice } from '../../../ui/notice'
import { Page } from '../../../ui/page'
import { semantics } from '../../../ui/semantics'
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton'
import { Tag } from '../../../ui/tag'
import { UNVERIFIED_PHONE } from '../../money/contracts/unverified-phone'
import { CoachOnly } from '../../people/auth/coach-only'
import { InviteCard } from '../student-invitations/invite-card'
import { invitationMessage, type SentLink } from '../student-invitations/link-card'
import { SentInvitations } from '../student-invitations/sent-invitations'
import styles from './add-student-view.module.scss'
import { useAddStudentQuietly } from './students-data'

const PHONE_WRONG = '请输入 11 位手机号'

/** 添加学员, found by the complete phone number. */
export function AddStudentView() {
  const [link, setLink] = useState<Link>()
  const coachName = useSession(({ userInfo }) => userInfo?.nickname ?? '')
  useShareAppMessage(() =>
    link ? invitationMessage(link.token, coachName) : { title: '拍档，约课约球找搭档', path: homePath() },
  )
  return (
    <Page title="添加学员">
      <CoachOnly>
        <AddStudent link={link} setLink={setLink} />
      </CoachOnly>
    </Page>
  )
}

type Link = SentLink & { isRenewed: boolean }

function AddStudent({ link, setLink }: { link: Link | undefined; setLink: (link: Link | undefined) => void }) {
  const { search, add, find, reset, addFound } = useStudentSearch()
  const [phone, setPhone] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const number = plainPhone(phone)
  const isWrong = isChecked && phone !== '' && !isMobile(number)

  const type = (text: string) => {
    setPhone(text)
    // The result belongs to another number.
    if (search.status !== 'idle') reset()
    setLink(undefined)
  }
  const submit = () => {
    setIsChecked(true)
    if (isMobile(number) && search.status !== 'loading') find(number)
  }
  return (
    <CardStack>
      <Card>
        <Field
          label="学员的手机号"
          value={phone}
          onInput={type}
          onBlur={() => setIsChecked(true)}
          onConfirm={submit}
          placeholder="完整的 11 位手机号"
          icon="phone"
          type="number"
          maxLength={MAX_TYPED_PHONE}
          confirmType="search"
          {...(isWrong && { error: PHONE_WRONG })}
        />
        <View className={styles.line}>
          <Button
            // Then adding or inviting is the main action.
            kind={search.status === 'found' || search.status === 'not_found' ? 'plain' : 'filled'}
            full
            icon="search"
            busy={search.status === 'loading'}
            lacks={phone === '' ? '先填写学员的手机号' : undefined}
            reason="先填写学员的手机号"
            onPress={submit}
          >
            查找
          </Button>
        </View>
        <View {...semantics({ live: 'polite' })}>
          {search.status === 'not_found' && (
            <View className="mt-12">
              <Notice tone="wait">
                <View>{search.cause}</View>
                <View>没用过拍档的学员可以邀请，他扫码或点链接登录后就是你的学员</View>
              </Notice>
            </View>
          )}
        </View>
      </Card>
      <View {...semantics({ live: 'polite' })}>
        {search.status === 'loading' && (
          <SkeletonGroup>
            <Skeleton height={88} radius={16} />
          </SkeletonGroup>
        )}
        {search.status === 'found' && <Found player={search.player} add={add} onAdd={addFound} />}
        {search.status === 'not_found' && (
          <InviteCard
            key={number}
            phone={number}
            link={link?.isRenewed ? undefined : link}
            onLink={(made) => setLink({ ...made, isRenewed: false })}
          />
        )}
        {search.status === 'error' && (
          <Empty
            compact
            drawing="net"
            title="没有查到结果"
            line={search.cause}
            action={{ text: '重试', onPress: submit }}
          />
        )}
      </View>
      <SentInvitations
        renewed={link?.isRenewed ? link : undefined}
        onRenewed={(made) => setLink({ ...made, isRenewed: true })}
        onEnd={() => setLink(undefined)}
      />
    </CardStack>
  )
}

type FoundProps = { player: FoundPlayer; add: AddStatus; onAdd: () => void }

/** The found player: can be added, or opened if they already are the coach's student. */
function Found({ player, add, onAdd }: FoundProps) {
  const isMine = player.isMyStudent || add.status === 'success'
  return (
    <Card>
      <View className="row-12">
        <Avatar id={player.id} src={player.avatar} size={48} />
        <View className={classNames(styles.words, 'col-2 grow')}>
          <View className="t-headline">{player.nickname}</View>
          {isMine && <Tag kind="ok">{add.status === 'success' ? '添加成功' : '已是你的学员'}</Tag>}
          {player.isPhoneUnverified && <Tag kind="wait">未验证</Tag>}
        </View>
        {isMine ? (
          <Button kind="ghost" size="m" label={`查看${player.nickname}`} onPress={() => goTo(studentPath(player.id))}>
            查看
          </Button>
        ) : (
          <Button size="m" icon="plus" busy={add.status === 'loading'} label={`添加${player.nickname}`} onPress={onAdd}>
            添加
          </Button>
        )}
      </View>
      {player.isPhoneUnverified && (
        <Notice tone="wait" icon="warning">
          {UNVERIFIED_PHONE}
        </Notice>
      )}
      {add.status === 'error' && (
        <Notice tone="bad" icon="warning">
          {add.cause}
        </Notice>
      )}
    </Card>
  )
}

/** The player who has the phone number. */
type FoundPlayer = Answer<typeof searchStudentByPhone>

/** The state of the search. Source: specification §4 "Student search status" */
type SearchStatus =
  | { status: 'idle' | 'loading' }
  | { status: 'found'; player: FoundPlayer }
  | { status: 'not_found' | 'error'; cause: string }

/** The state of adding. Source: specification §4 "Add-student status" */
type AddStatus = { status: 'idle' | 'loading' | 'success' } | { status: 'error'; cause: string }

const IDLE = { status: 'idle' } as const

/** Finds a player by the complete phone number and makes them a student. Each new search resets the adding. */
function useStudentSearch() {
  const [search, setSearch] = useState<SearchStatus>(IDLE)
  const [add, setAdd] = useState<AddStatus>(IDLE)
  const keep = useAddStudentQuietly()
  const latest = useRef(0)
  const adding = useRef(false)

  /** Clears the result while another number is typed. */
  const reset = () => {
    latest.current += 1
    setSearch(IDLE)
    setAdd(IDLE)
  }
  const find = async (phone: string) => {
    reset()
    const own = latest.current
    setSearch({ status: 'loading' })
    const found = await searched(phone)
    // Another number may have been searched in the meantime.
    if (own === latest.current) setSearch(found)
  }
  const addFound = async () => {
    if (adding.current) return
    const own = latest.current
    const refusal = missingId(search)
    if (refusal !== undefined || search.status !== 'found') {
      setAdd({ status: 'error', cause: refusal ?? notices.studentIdMissing })
      return
    }
    adding.current = true
    setAdd({ status: 'loading' })
    let ended: AddStatus = { status: 'success' }
    try {
      await keep(search.player.id)
    } catch (error) {
      ended = { status: 'error', cause: failureText(outcomes.addStudent, error) }
    }
    adding.current = false
    if (own === latest.current) setAdd(ended)
  }
  return { search, add, find, reset, addFound }
}

async function searched(phone: string): Promise<SearchStatus> {
  try {
    return { status: 'found', player: await call(searchStudentByPhone, { params: { phone } }) }
  } catch (error) {
    if (error instanceof NetworkError) return { status: 'error', cause: outcomes.searchStudentOffline.failed }
    const isUnknown = error instanceof ApiError && error.code === 'student_unknown'
    return isUnknown
      ? { status: 'not_found', cause: outcomes.findStudent.failed }
      : { status: 'error', cause: failureText(outcomes.searchStudent, error) }
  }
}

/** Source: specification §5 */
function missingId(search: SearchStatus): string | undefined {
  if (!currentSession().userId) return notices.coachIdMissing
  return search.status === 'found' && search.player.id !== '' ? undefined : notices.studentIdMissing
}
