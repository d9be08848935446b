import type { StringingStep } from '@paidang/api/areas/stringing-orders'
import { Flex, Image, Timeline, Typography } from 'antd'
import { when } from '../../ui/words'
import { STEP_NAMES } from './job-words'

/** What happened to an order, the latest first, with what was said and shown. */
export function OrderSteps({ steps, trackingNo }: { steps: readonly StringingStep[]; trackingNo: string }) {
  return (
    <Timeline
      items={[...steps].reverse().map(({ deed, time, staffName, remark, photos }) => ({
        key: `${deed} ${time}`,
        content: (
          <Flex vertical gap={8}>
            <Flex gap={8} wrap align="baseline">
              <strong>{STEP_NAMES[deed]}</strong>
              <Typography.Text type="secondary">
                {when(time)}
                {staffName && ` · ${staffName}`}
              </Typography.Text>
            </Flex>
            {remark && <span>{remark}</span>}
            {(deed === 'handOver' || deed === 'giveBack') && trackingNo && <span>快递单号 {trackingNo}</span>}
            {photos.length > 0 && (
              <Image.PreviewGroup>
                <Flex gap={8} wrap>
                  {photos.map((url, at) => (
                    <Image
                      key={url.split('?')[0]}
                      src={url}
                      alt={`${STEP_NAMES[deed]}照片 ${at + 1}`}
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
      }))}
    />
  )
}
