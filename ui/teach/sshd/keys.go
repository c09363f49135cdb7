package sshd

import (
	"context"
	"io"
	"sync"

	"golang.org/x/time/rate"
)

// What is typed is taken at the pace of a fast hand, and of a paste now and then: who
// sends more waits, and no other session with them.
const (
	keysASecond = 2000 // bytes
	pasteAtOnce = 16 << 10
	typedAhead  = 4 << 10
)

// keys hands what is typed in a session to one program after another: each reads
// until the next one begins, so that none takes a key that was meant for another.
type keys struct {
	touch func() // a key has come

	mutex  sync.Mutex
	wake   *sync.Cond
	typed  []byte
	ended  bool
	reader *keyReader // who reads now
}

func newKeys(touch func()) *keys {
	k := &keys{touch: touch}
	k.wake = sync.NewCond(&k.mutex)
	return k
}

// pump reads from the session until it ends, or the context.
func (k *keys) pump(ctx context.Context, from io.Reader) {
	pace := rate.NewLimiter(keysASecond, pasteAtOnce)
	buffer := make([]byte, 1024)
	for {
		n, err := from.Read(buffer)
		if n > 0 {
			k.touch()
			if pace.WaitN(ctx, n) != nil {
				err = io.EOF
			}
		}
		k.mutex.Lock()
		for len(k.typed) > typedAhead && !k.ended {
			k.wake.Wait()
		}
		k.typed = append(k.typed, buffer[:n]...)
		over := err != nil || k.ended
		if over {
			k.ended = true
		}
		k.wake.Broadcast()
		k.mutex.Unlock()
		if over {
			return
		}
	}
}

// end wakes the program that still reads.
func (k *keys) end() {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	k.ended = true
	k.wake.Broadcast()
}

// open gives the keys to another program; the one before reads none any more.
func (k *keys) open() io.Reader {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	k.reader = &keyReader{k}
	k.wake.Broadcast()
	return k.reader
}

type keyReader struct{ *keys }

func (k *keyReader) Read(p []byte) (int, error) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	for k.reader == k && len(k.typed) == 0 && !k.ended {
		k.wake.Wait()
	}
	if k.reader != k || len(k.typed) == 0 {
		return 0, io.EOF
	}
	n := copy(p, k.typed)
	k.typed = append(k.typed[:0], k.typed[n:]...)
	k.wake.Broadcast()
	return n, nil
}
