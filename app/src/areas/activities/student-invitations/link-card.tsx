import { type StudentInvitation, studentInvitationPoster } from '@paidang/api/areas/activities/student-invitations'
import { dayOf, monthDotDay } from '@paidang/domain/kernel/day'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { studentInvitationPath } from '../../../paths'
import { call } from '../../../platform/call'
import { serverOrigin } from '../../../platform/environment'
import { shareLink } from '../../../platform/share'
import { copyText, showToast } from '../../../platform/toast'
import { Button } from '../../../ui/button'
import { classNames } from '../../../ui/class-names'
import { PictureViewer } from '../../../ui/picture-viewer'
import { QrCode } from '../../../ui/qr-code'
import { keepPicture } from '../../ground/sharing/share-actions'
import styles from './student-invitations.module.scss'

/** An invitation with the secret of its link, which is known only on this page: the list can renew it, and not show it. */
export type SentLink = { invitation: StudentInvitation; token: string }

/** What a chat shows of an invitation. */
export const invitationMessage = (token: string, coachName: string) => ({
  title: `${coachName} 教练邀请你成为学员`,
  path: studentInvitationPath(token),
})

type Props = { link: SentLink; coachName: string }

/** The code and link of an invitation. A page shows one at a time, since it is also what the page's own menu shares. */
export function InvitationLink({ link: { invitation, token }, coachName }: Props) {
  const [busy, setBusy] = useState<'share' | 'keep'>()
  const [poster, setPoster] = useState<string>()
  const [viewed, setViewed] = useState<number>()
  const { title, path } = invitationMessage(token, coachName)
  const address = `${serverOrigin()}/#${path}`
  const until = monthDotDay(dayOf(new Date(invitation.expiresAt)))
  const run = async (what: 'share' | 'keep', act: () => Promise<void>, failed: string) => {
    if (busy) return
    setBusy(what)
    try {
      await act()
    } catch {
      showToast(failed, { tone: 'failed' })
    } finally {
      setBusy(undefined)
    }
  }
  const share = async () => {
    if ((await shareLink({ title, path })) === 'copied') showToast('链接已复制，发给他即可', { tone: 'done' })
  }
  const keep = async () => {
    const file = await call(studentInvitationPoster, { body: { token } })
    setPoster(`data:${file.contentType};base64,${file.base64}`)
    await keepPicture(file, () => setViewed(0))
  }
  return (
    <View className={styles.code}>
      <View className="t-sub muted">{`${coachName} · ${invitation.company.name}`}</View>
      <QrCode text={address} label="邀请二维码" />
      <View className={classNames(styles.center, 't-sub muted')}>
        {`只限 ${invitation.phone}，${until} 前有效，用一次失效。离开本页后链接不再显示，可以换新链接`}
      </View>
      <View className={classNames('wrap-8', styles.buttons)}>
        <Button kind="plain" full onPress={() => copyText(address, '链接已复制')}>
          复制链接
        </Button>
        <Button kind="plain" full busy={busy === 'keep'} onPress={() => run('keep', keep, '图片没有保存成功，请重试')}>
          存成图片
        </Button>
        <Button
          full
          icon="share"
          share
          busy={busy === 'share'}
          onPress={() => run('share', share, '没有复制成功，请重试')}
        >
          发给他
        </Button>
      </View>
      <PictureViewer
        pictures={poster ? [{ address: poster, label: '长按保存学员邀请' }] : []}
        at={viewed}
        onChange={setViewed}
      />
    </View>
  )
}
