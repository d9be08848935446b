import type {
  StringingOrder,
  StringingOrderSummary,
  StringingStep,
} from '@paidang/api/areas/activities/stringing-orders'
import { STRINGING_STATUS_NAMES, type StringingStatus } from '@paidang/domain/areas/activities/stringing/order-status'
import { CORRECTION_REASON } from '@paidang/domain/kernel/money-request'
import { Button, Flex, Image, Tag, Timeline, Typography } from 'antd'
import { when } from '../../../ui/format'
import { STEP_NAMES } from './job-labels'

const COLORS: Record<StringingStatus, string> = {
  SUBMITTED: 'default',
  PAID: 'gold',
  RECEIVED: 'blue',
  STRINGING: 'purple',
  READY: 'green',
  COMPLETED: 'default',
  CANCELLED: 'red',
}

/** The status of a job, and whether its racket is still in the shop after a cancellation. */
export function StatusTags({
  order: { status, isInShop },
}: {
  order: Pick<StringingOrderSummary, 'status' | 'isInShop'>
}) {
  return (
    <>
      <Tag color={COLORS[status]}>{STRINGING_STATUS_NAMES[status]}</Tag>
      {status === 'CANCELLED' && isInShop && <Tag color="red">球拍待退还</Tag>}
    </>
  )
}

/** The history of an order, the latest step first, with its texts and photos. Corrections of its number stand above. */
export function OrderSteps({
  steps,
  corrections = [],
  trackingNo,
  onCorrect,
}: {
  steps: readonly StringingStep[]
  corrections?: StringingOrder['corrections']
  trackingNo: string
  /** Opens the form that corrects the tracking number. */
  onCorrect?: (() => void) | undefined
}) {
  return (
    <Timeline
      items={[
        ...corrections.map(({ id, byName, createdAt, summary }) => ({
          key: id,
          content: (
            <Flex vertical gap={8}>
              <StepHead name="更正快递单号" time={createdAt} by={byName} />
              <span>{summary}</span>
            </Flex>
          ),
        })),
        ...[...steps].reverse().map(({ action, time, staffName, remark, photos }) => ({
          key: `${action} ${time}`,
          content: (
            <Flex vertical gap={8}>
              <StepHead name={remark === CORRECTION_REASON ? '冲正' : STEP_NAMES[action]} time={time} by={staffName} />
              {remark && <span>{remark}</span>}
              {(action === 'handOver' || action === 'giveBack') && trackingNo && (
                <Flex gap={8} align="center" wrap>
                  <span>快递单号 {trackingNo}</span>
                  {onCorrect && (
                    <Button size="small" onClick={onCorrect}>
                      更正单号
                    </Button>
                  )}
                </Flex>
              )}
              {photos.length > 0 && (
                <Image.PreviewGroup>
                  <Flex gap={8} wrap>
                    {photos.map((url, at) => (
                      <Image
                        key={url.split('?')[0]}
                        src={url}
                        alt={`${STEP_NAMES[action]}照片 ${at + 1}`}
                        width={96}
                        height={96}
                        className="order-photo"
                      />
                    ))}
                  </Flex>
                </Image.PreviewGroup>
              )}
            </Flex>
          ),
        })),
      ]}
    />
  )
}

function StepHead({ name, time, by }: { name: string; time: string; by: string | undefined }) {
  return (
    <Flex gap={8} wrap align="baseline">
      <strong>{name}</strong>
      <Typography.Text type="secondary">
        {when(time)}
        {by && ` · ${by}`}
      </Typography.Text>
    </Flex>
  )
}
