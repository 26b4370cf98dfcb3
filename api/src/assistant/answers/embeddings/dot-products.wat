;; Multiplies vectors of bytes with one vector of 16-bit numbers, eight numbers at a time.
(module
  (memory (export "memory") 6)
  ;; Addresses in bytes: the vectors from $vector to $end, each $stride long, and where the query and the products start.
  (func (export "multiply") (param $vector i32) (param $end i32) (param $stride i32) (param $query i32) (param $product i32)
    (local $vector_end i32) (local $factor i32) (local $sum v128)
    (loop $each_vector
      (local.set $vector_end (i32.add (local.get $vector) (local.get $stride)))
      (local.set $factor (local.get $query))
      (local.set $sum (v128.const i32x4 0 0 0 0))
      (loop $each_block
        (local.set $sum
          (i32x4.add
            (local.get $sum)
            (i32x4.add
              (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $vector)) (v128.load (local.get $factor)))
              (i32x4.dot_i16x8_s
                (v128.load8x8_s offset=8 (local.get $vector))
                (v128.load offset=16 (local.get $factor))))))
        (local.set $factor (i32.add (local.get $factor) (i32.const 32)))
        (local.set $vector (i32.add (local.get $vector) (i32.const 16)))
        (br_if $each_block (i32.lt_u (local.get $vector) (local.get $vector_end))))
      (i32.store
        (local.get $product)
        (i32.add
          (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
          (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
      (local.set $product (i32.add (local.get $product) (i32.const 4)))
      (br_if $each_vector (i32.lt_u (local.get $vector) (local.get $end))))))
