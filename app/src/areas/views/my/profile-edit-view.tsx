import type { PlayerView } from '@paidang/api/areas/people/profile'
import type { RegistInfo } from '@paidang/api/areas/people/registration'
import { useState } from 'react'
import { accountPath, levelsPath, registPath } from '../../../paths'
import { back, goTo } from '../../../platform/navigate'
import { pictureAddress } from '../../../platform/picture-address'
import { useUserId } from '../../../platform/session'
import { useUnsaved } from '../../../platform/unsaved'
import { useFieldChecks } from '../../../platform/use-field-checks'
import { ActionBar } from '../../../ui/action-bar'
import { Button } from '../../../ui/button'
import { Card, CardHead, CardStack, MoreLink } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { confirmLeave } from '../../../ui/confirm'
import { ErrorBlock } from '../../../ui/error-block'
import { Field } from '../../../ui/field'
import { Page } from '../../../ui/page'
import { SignedOut } from '../../../ui/signed-out'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { Switch } from '../../../ui/switch'
import { Tag } from '../../../ui/tag'
import { asSubmitted, IN_REVIEW, isInReview, waitingIn } from '../../ground/content/pending-content'
import { usePictureUpload } from '../../ground/files/picture-upload'
import { PicturesField, usePictureUploads } from '../../ground/files/pictures-upload'
import { useSubmitAfterUploads } from '../../ground/files/submit-after-uploads'
import { RegionField } from '../../people/addresses/region-field'
import { AvatarField, NicknameField } from '../../people/profile/face-fields'
import { AssessedLevel, GenderField, HandFields, LevelField, SportField } from '../../people/profile/play-fields'
import {
  changesOf,
  draftOfPlayer,
  MAX_DESCRIPTION,
  MAX_NICE_PHOTOS,
  MAX_WECHAT_ID,
  nicknameFault,
  type ProfileDraft,
} from '../../people/profile/profile-draft'
import { useRegistInfo, useSavePlayer } from '../../people/registration/registration-data'

/** 个人资料: the public profile of the user, saved by one button. */
export function ProfileEditView() {
  const isLoggedIn = useUserId() !== null
  return <Page title="个人资料">{isLoggedIn ? <Loaded /> : <SignedOut />}</Page>
}

function Loaded() {
  const { data, cause, isPending, isFetching, refetch } = useRegistInfo()
  const showsSkeleton = useSkeleton(isPending)
  if (showsSkeleton) return <FormSkeleton />
  if (!data) {
    return cause ? <ErrorBlock title="个人资料没有取到" cause={cause} onRetry={refetch} busy={isFetching} /> : null
  }
  return <ProfileForm info={data} />
}

/** The draft with its uploads, and its unsaved changes. Input that could not be saved stays. */
function useProfileForm({ player }: RegistInfo) {
  const [begin] = useState(() => draftOfPlayer(asSubmitted(player)))
  const [draft, setDraft] = useState(begin)
  const [isLeaving, setIsLeaving] = useState(false)
  const face = usePictureUpload('avatar')
  const paths = [...player.nicePhotosList.map(({ relativePath }) => relativePath), ...waitingIn(player, 'nicePhotos')]
  const kept = paths.map((relativePath) => ({ relativePath, url: pictureAddress(relativePath) }))
  const photos = usePictureUploads('photo', MAX_NICE_PHOTOS, kept)
  const save = useSavePlayer()
  const nicePhotos = photos.paths.join(',')
  const changes = {
    ...changesOf(begin, draft),
    ...(face.relativePath !== null && { avatar: face.relativePath }),
    ...(nicePhotos !== paths.join(',') && { nicePhotos: [...photos.paths] }),
  }
  const checks = useFieldChecks<'nickname'>()
  const fault = nicknameFault(draft)
  const submit = useSubmitAfterUploads({
    uploads: [
      { label: '照片', upload: photos },
      { label: '头像', upload: face },
    ],
    isSending: save.isPending || isLeaving,
    check: () => {
      checks.send()
      return fault === undefined
    },
    send: () => save.act({ ...changes, revision: player.revision }, { onDone: leave }),
  })
  const endQuestion = useUnsaved(Object.keys(changes).length > 0 && !isLeaving, () => {
    submit.cancel()
    return confirmLeave()
  })
  const leave = () => {
    // The page takes a moment to close. This prevents a second save.
    setIsLeaving(true)
    endQuestion()
    back()
  }
  return {
    draft,
    set: (change: Partial<ProfileDraft>) => setDraft((before) => ({ ...before, ...change })),
    face,
    photos,
    checks,
    fault,
    button: submit.button,
  }
}

function ProfileForm({ info }: { info: RegistInfo }) {
  // The initial profile of the form. A later answer must not change the input.
  const [{ player, levelIsOwn }] = useState(info)
  const { draft, set, face, photos, checks, fault, button } = useProfileForm({ ...info, player })
  return (
    <>
      <CardStack className="fill">
        <Card>
          <AvatarField
            userId={player.id}
            avatar={draft.avatar}
            upload={face}
            isInReview={isInReview(player, 'avatar')}
          />
          <NicknameField
            draft={draft}
            onChange={set}
            onBlur={() => checks.leave('nickname')}
            error={checks.told('nickname', fault)}
            isInReview={isInReview(player, 'nickname')}
          />
          <GenderField gender={draft.gender} onChange={set} />
          <SportField sport={draft.sport} onChange={set} />
          <RegionField
            label={isInReview(player, 'region') ? '常去地区（审核中）' : '常去地区'}
            value={draft.region}
            onChoose={(region) => set({ region })}
          />
          <Field
            label="自我介绍"
            value={draft.description}
            onInput={(description) => set({ description })}
            placeholder="打球的习惯、常去的场馆、想约什么样的球友"
            maxLength={MAX_DESCRIPTION}
            hint={reviewed(player, 'description', `${draft.description.length}/${MAX_DESCRIPTION}`)}
            multiline
          />
        </Card>
        <Card>
          <CardHead title="打法" tail={<MoreLink text="等级怎么来的" onPress={() => goTo(levelsPath())} />} />
          {levelIsOwn ? <LevelField level={draft.level} onChange={set} /> : <AssessedLevel level={draft.level} />}
          <HandFields draft={draft} onChange={set} />
        </Card>
        <Card>
          <PicturesField label="照片" uploads={photos} hint={photosHint(player)} />
        </Card>
        <Card>
          <Field
            label="微信号"
            value={draft.wechatId}
            onInput={(wechatId) => set({ wechatId })}
            placeholder="方便球友加你"
            maxLength={MAX_WECHAT_ID}
            {...(isInReview(player, 'wechatId') && { hint: IN_REVIEW })}
          />
          <Switch checked={draft.wechatIdOpen} onChange={(wechatIdOpen) => set({ wechatIdOpen })}>
            给一起上课、打球的人看微信号
          </Switch>
        </Card>
        <Card flush>
          <Cell icon="phone" title="手机号" value={player.phone ?? '未绑定'} onPress={() => goTo(accountPath())} />
          <VerificationCell info={info} />
        </Card>
      </CardStack>
      <ActionBar
        actions={
          <Button full {...button}>
            保存
          </Button>
        }
      />
    </>
  )
}

/** The hint below a field, with its review state while others cannot see the latest value. */
function reviewed(player: PlayerView, field: string, hint: string): string {
  return isInReview(player, field) ? `${hint} · ${IN_REVIEW}` : hint
}

function photosHint(player: PlayerView): string {
  const waiting = waitingIn(player, 'nicePhotos').length
  const usual = '显示在球员名片里，点一张可以调整顺序'
  return waiting > 0 ? `${waiting} 张${IN_REVIEW}；${usual}` : usual
}

/** Whether an operator has verified the user's certificates, and the link to submit them. */
function VerificationCell({ info: { player } }: { info: RegistInfo }) {
  const isVerified = player.verified === 1
  return (
    <Cell
      icon="verified"
      title="认证"
      note={isVerified ? '资质照片已通过审核' : '教练资质审核通过后显示已认证'}
      value={isVerified ? <Tag kind="ok">已认证</Tag> : <Tag kind="mute">未认证</Tag>}
      onPress={() => goTo(registPath('coach'))}
    />
  )
}

function FormSkeleton() {
  return (
    <SkeletonGroup>
      <CardStack>
        <Skeleton height={420} radius={16} />
        <Skeleton height={260} radius={16} />
      </CardStack>
    </SkeletonGroup>
  )
}
