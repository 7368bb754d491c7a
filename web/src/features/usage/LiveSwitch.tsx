import { cx } from '@/lib/cx';
import { Button } from '@/ui/Button';

interface LiveSwitchProps {
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
}

/** Whether new rows appear by themselves. */
export function LiveSwitch({ isOn, onSwitch }: LiveSwitchProps) {
  return (
    <Button role="switch" aria-checked={isOn} onClick={() => onSwitch(!isOn)}>
      <span className={cx('size-2 rounded-full border', isOn ? 'border-green bg-green' : 'border-edge')} />
      Live
    </Button>
  );
}
