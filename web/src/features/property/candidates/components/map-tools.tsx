import { Button } from '@mantine/core';
import { IconArrowsMaximize, IconPolygon, IconPolygonOff, IconSearch } from '@tabler/icons-react';
import { useEffect } from 'react';
import { CORNERS_MIN, type Ring } from '../map-area.ts';
import classes from './candidate-map.module.css';

interface MapToolsProps {
  /** Corners so far; null when not drawing. */
  drawing: Ring | null;
  onDraw: (corners: Ring | null) => void;
  onFinish: () => void;
  /** Null: the button is hidden. */
  onSearchHere: (() => void) | null;
  onClear: (() => void) | null;
  onShowAll: (() => void) | null;
}

/** Buttons that limit the list to the map view or to a drawn area. */
export function MapTools({ drawing, onDraw, onFinish, onSearchHere, onClear, onShowAll }: MapToolsProps) {
  useEffect(() => {
    if (!drawing) return;
    const onKey = ({ key, target }: KeyboardEvent) => {
      if (key === 'Escape') onDraw(null);
      // On a button, Enter activates the button.
      else if (key === 'Enter' && !(target instanceof HTMLButtonElement)) onFinish();
      else if (key === 'Backspace') onDraw(drawing.slice(0, -1));
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [drawing, onDraw, onFinish]);

  if (drawing) {
    const missing = CORNERS_MIN - drawing.length;
    return (
      <div className={classes.tools}>
        <span className={classes.hint} role="status">
          {missing > 0
            ? `Click at least ${missing} more ${missing === 1 ? 'corner' : 'corners'}`
            : 'Double-click the last corner to finish'}
        </span>
        <Button size="xs" disabled={missing > 0} onClick={onFinish}>
          Finish
        </Button>
        <Button size="xs" variant="default" onClick={() => onDraw(null)}>
          Cancel
        </Button>
      </div>
    );
  }
  return (
    <div className={classes.tools}>
      {onSearchHere && (
        <Button size="xs" leftSection={<IconSearch size={14} stroke={1.8} />} onClick={onSearchHere}>
          Search this area
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPolygon size={14} stroke={1.8} />}
        onClick={() => onDraw([])}
      >
        Draw an area
      </Button>
      {onClear && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPolygonOff size={14} stroke={1.8} />}
          onClick={onClear}
        >
          Clear the area
        </Button>
      )}
      {onShowAll && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconArrowsMaximize size={14} stroke={1.8} />}
          onClick={onShowAll}
        >
          Show all
        </Button>
      )}
    </div>
  );
}
