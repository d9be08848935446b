import type { PlayerCard } from '@paidang/api/areas/business-cards'
import type { Shared } from '@paidang/api/areas/sharing'
import { USER_TYPES } from '@paidang/domain/kernel/access'
import { View } from '@tarojs/components'
import { goToLogin } from '../../../../platform/navigate'
import { linkedAddress } from '../../../../platform/picture-address'
import { useUserId } from '../../../../platform/session'
import { isSinglePage } from '../../../../platform/single-page'
import { Button } from '../../../../ui/button'
import { Card } from '../../../../ui/card'
import { Notice } from '../../../../ui/notice'
import { BookCoach } from './book-coach'
import { CardActions } from './card-actions'
import { CardFace } from './card-face'
import { ContactCard } from './contact-card'
import { OtherTools } from './other-tools'
import { OwnTools } from './own-tools'
import { PhotosCard } from './photos-card'
import styles from './player-card-body.module.scss'
import { useTemplate } from './use-template'

type Props = {
  data: PlayerCard
  /** Known once the card is prepared for sharing. */
  shared: Shared | undefined
  /**
   * Prepares the card for sharing.
   * @throws as a call does
   */
  findShared: () => Promise<Shared>
}

/** A loaded card: the shared face, the further data, and the actions. */
export function PlayerCardBody({ data, shared, findShared }: Props) {
  const { player, card, isOwn } = data
  const isGuest = useUserId() === null
  const alone = isSinglePage()
  const canBook = !isOwn && !isGuest && !alone && player.userType !== USER_TYPES.PLAYER
  const template = useTemplate(card)
  return (
    <>
      <View className={styles.body}>
        {isGuest && <GuestNotice alone={alone} />}
        <CardFace
          player={player}
          card={{ ...card, templateId: template.templateId }}
          // The code has the ink of the template: another template needs another picture.
          code={shared && `${linkedAddress(shared.code)}?template=${card.templateId}`}
        />
        {canBook && <BookCoach coachId={player.id} />}
        {isOwn ? <OwnTools template={template} /> : !isGuest && <OtherTools data={data} />}
        <NumbersCard player={player} />
        <ContactCard player={player} card={card} />
        <PhotosCard player={player} />
      </View>
      {!alone && (
        <CardActions
          name={card.name}
          shared={shared}
          findShared={isGuest ? undefined : findShared}
          ownId={isOwn ? player.id : undefined}
        />
      )}
    </>
  )
}

/** What a guest has to do for more than reading. From the timeline there is nothing to press. */
function GuestNotice({ alone }: { alone: boolean }) {
  return (
    <Notice
      tail={
        alone ? undefined : (
          <Button kind="plain" size="s" onPress={() => goToLogin()}>
            登录
          </Button>
        )
      }
    >
      {alone ? '打开小程序并登录后可点赞、约球' : '登录后可点赞、约球'}
    </Notice>
  )
}

/** How much the player plays, and how reliably they attend. */
function NumbersCard({ player: { classesCount, ballsCount, partnersCount, attendance } }: Pick<PlayerCard, 'player'>) {
  const numbers = [
    { name: '上课', value: classesCount },
    { name: '球局', value: ballsCount },
    { name: '球友', value: partnersCount },
    { name: '到课率', value: attendance === null ? '—' : `${attendance}%` },
  ]
  return (
    <Card>
      <View className={styles.numbers}>
        {numbers.map(({ name, value }) => (
          <View key={name} className={styles.number}>
            <View className={styles.value}>{value}</View>
            <View className={styles.label}>{name}</View>
          </View>
        ))}
      </View>
    </Card>
  )
}
